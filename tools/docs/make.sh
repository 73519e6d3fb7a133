#!/usr/bin/env bash
# The API page for C++, Python and the protocol, from the sources: build/release/api/html/index.html. Ends with 1 and the
# places where something public has no description.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tools/setup.sh
install_packages "${packages_run[@]}" "${packages_python[@]}" "${packages_docs[@]}"
configure_and_build release drawbar_python -- --preset release
/usr/bin/python3 tools/docs/make.py build/release
