What the web port answers to requests as they are: head, body, and whether the connection stays.

  $ cp "$scenes/pendulum_spring.json" .
  $ cat > tokens <<'END'
  > viewer looking-only
  > instructor teaching-all
  > END
  $ chmod 600 tokens
  $ serve pendulum_spring.json --token-file tokens --foxglove --web-origin console.example
  $ cat > ask.py <<'END'
  > import socket, sys
  > port, fill, asked = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
  > connection = socket.create_connection(("127.0.0.1", int(port)))
  > connection.settimeout(60)
  > for request in asked:
  >     request = request.replace("|", "\r\n").replace("HERE", "127.0.0.1:" + port).replace("FILL", "x" * fill)
  >     connection.sendall(request.encode())
  >     answer = b""
  >     while b"\r\n\r\n" not in answer:
  >         answer += connection.recv(1)
  >     head = answer.decode().replace("\r\n", "\n").replace(port, "PORT")
  >     length = 0 if request.startswith("HEAD") or " 304 " in head else int(head.split("Content-Length: ")[1].split()[0])
  >     body = b""
  >     while len(body) < length:
  >         body += connection.recv(length - len(body))
  >     print(head + body.decode().replace(port, "PORT"), end="")
  > if "\nConnection: close" in head:
  >     print("closed" if connection.recv(1) == b"" else "goes on")
  > END
  $ ask() { /usr/bin/python3 ask.py "$web_port" "$@"; }
  $ short() { ask "$@" | grep -v -e ^X- -e ^Content-S -e ^Ref -e ^Server -e ^Cache; }

Every answer says that it is nobody's to keep, to guess at or to put into a frame.

  $ ask 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Cache-Control: no-store
  Server: drawbard
  X-Content-Type-Options: nosniff
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob: data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
  Referrer-Policy: no-referrer
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}

Only the head is asked for; then the whole, on the same connection.

  $ short 0 'HEAD /station?token=teaching-all HTTP/1.1|Host: HERE||' 'GET /station?a=b&token=teaching-all HTTP/1.1|Host: localhost||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Content-Length: 60

  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|Connection: close||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Connection: close
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}
  closed
  $ short 0 'GET /station?token=teaching-all HTTP/1.0|Host: HERE||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Connection: close
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}
  closed

What is asked otherwise.

  $ short 0 'POST /station?token=teaching-all HTTP/1.1|Host: HERE|Content-Length: 2||{}' 'DELETE /station HTTP/1.1|Host: HERE||'
  HTTP/1.1 405 Method Not Allowed
  Content-Type: text/plain; charset=utf-8
  Content-Length: 30

  only GET and HEAD are allowed
  HTTP/1.1 405 Method Not Allowed
  Content-Type: text/plain; charset=utf-8
  Content-Length: 30

  only GET and HEAD are allowed
  $ short 1024 'POST /station?token=teaching-all HTTP/1.1|Host: HERE|Content-Length: 1024||FILL'
  HTTP/1.1 405 Method Not Allowed
  Content-Type: text/plain; charset=utf-8
  Content-Length: 30

  only GET and HEAD are allowed
  $ short 1 'POST /station?token=teaching-all HTTP/1.1|Host: HERE|Content-Length: 1025||'
  HTTP/1.1 413 Payload Too Large
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 25

  the request is too large
  closed
  $ short 16100 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|X-Long: FILL||' | head -1
  HTTP/1.1 200 OK
  $ short 16400 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|X-Long: FILL||'
  HTTP/1.1 413 Payload Too Large
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 25

  the request is too large
  closed
  $ short 0 'what is this?||'
  HTTP/1.1 400 Bad Request
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 26

  not a request of HTTP/1.1
  closed
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: evil.example||'
  HTTP/1.1 403 Forbidden
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 119

  the Host 'evil.example' is not this server; allowed: localhost, an address of its own, or a name given with --web-host
  closed
  $ short 0 'GET /station?token=teaching-all HTTP/1.1||'
  HTTP/1.1 403 Forbidden
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 107

  the Host '' is not this server; allowed: localhost, an address of its own, or a name given with --web-host
  closed
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|Origin: http://evil.example||'
  HTTP/1.1 403 Forbidden
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 117

  the Origin 'http://evil.example' is another site; allowed: http://127.0.0.1:PORT, or a site given with --web-origin
  closed
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|Origin: https://console.example||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}

Tokens stand in a field, or in the address.

  $ short 0 'GET /station?x=y&token=teaching-all HTTP/1.1|Host: HERE|Connection: close||'
  HTTP/1.1 200 OK
  Content-Type: application/json; charset=utf-8
  Connection: close
  Content-Length: 60

  {"station": "", "scene": "pendulum_spring", "sessions": []}
  closed
  $ short 0 'GET /station?token=looking-only HTTP/1.1|Host: HERE||' | head -1
  HTTP/1.1 401 Unauthorized
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|Authorization: Bearer looking-only||' | head -1
  HTTP/1.1 401 Unauthorized
  $ short 0 'GET /station?other_token=teaching-all HTTP/1.1|Host: HERE||' | head -1
  HTTP/1.1 401 Unauthorized
  $ short 0 'GET /scene/files/a.glb HTTP/1.1|Host: HERE||' 'GET /scene/files/a.glb HTTP/1.1|Host: HERE|Origin: https://console.example|Authorization: Bearer looking-only||'
  HTTP/1.1 401 Unauthorized
  Content-Type: text/plain; charset=utf-8
  Content-Length: 56

  /scene/files needs a token: Authorization: Bearer TOKEN
  HTTP/1.1 404 Not Found
  Content-Type: text/plain; charset=utf-8
  Access-Control-Allow-Origin: https://console.example
  Content-Length: 47

  no visual of the scene has a file of this name
  $ short 0 'GET /recordings/a.mcap HTTP/1.1|Host: HERE|Authorization: Bearer looking-only||'
  HTTP/1.1 401 Unauthorized
  Content-Type: text/plain; charset=utf-8
  Content-Length: 69

  /recordings needs an instructor's token: Authorization: Bearer TOKEN
  $ short 0 'GET /records HTTP/1.1|Host: HERE|Authorization: Bearer teaching-all||'
  HTTP/1.1 404 Not Found
  Content-Type: text/plain; charset=utf-8
  Content-Length: 53

  this daemon keeps no course records (--records FILE)

WebSockets.

  $ upgrade='Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  $ short 0 "GET /elsewhere HTTP/1.1|Host: HERE|$upgrade||"
  HTTP/1.1 404 Not Found
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 24

  the WebSocket is at /ws
  closed
  $ short 0 "GET / HTTP/1.1|Host: HERE|$upgrade||"
  HTTP/1.1 404 Not Found
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 24

  the WebSocket is at /ws
  closed
  $ short 0 "GET /?role=chief HTTP/1.1|Host: HERE|$upgrade|Sec-WebSocket-Protocol: foxglove.sdk.v1||"
  HTTP/1.1 400 Bad Request
  Content-Type: text/plain; charset=utf-8
  Connection: close
  Content-Length: 44

  role must be viewer, operator or instructor
  closed

The page is asked for again only where it has changed.

  $ etag=$(ask 0 'GET / HTTP/1.1|Host: HERE||' | sed -n 's/^ETag: //p')
  $ short 0 "GET / HTTP/1.1|Host: HERE|If-None-Match: $etag||" | sed 's/^ETag: .*/ETag: X/'
  HTTP/1.1 304 Not Modified
  ETag: X
  Vary: Accept-Encoding
  Content-Length: 0
  $ short 0 'GET / HTTP/1.1|Host: HERE|If-None-Match: "other"||' | sed -n 1p
  HTTP/1.1 200 OK
