// TLS as an option of the TCP and the web port.
#include "server/transport/tls.h"

namespace drawbar::server {

Result<std::unique_ptr<ssl::context>> make_tls(const std::string& certificate, const std::string& key) {
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  ErrorCode error;
  context->set_options(ssl::context::default_workarounds | ssl::context::no_tlsv1 | ssl::context::no_tlsv1_1,
                       error);
  if (!error) context->use_certificate_chain_file(certificate, error);
  if (error) {
    return fail(ErrorKind::usage, "--tls-cert " + certificate + ": " + error.message() +
                                      "; a PEM file with the certificate is needed");
  }
  context->use_private_key_file(key, ssl::context::pem, error);
  std::string wrong;
  if (error) {
    wrong = error.message();
  } else if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
    // OpenSSL keeps one pair per kind of key and compares only within a kind: a key of another kind than the
    // certificate's would be taken, and then fail every client. Its own words are "no certificate assigned".
    wrong = "not of the kind that " + certificate + " was made with";
  }
  if (!wrong.empty()) {
    return fail(ErrorKind::usage, "--tls-key " + key + ": " + wrong +
                                      "; a PEM file with the private key of the certificate is needed");
  }
  return context;
}

}  // namespace drawbar::server
