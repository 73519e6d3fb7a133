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

  $ ask 0 'GET /healthz HTTP/1.1|Host: HERE||'

Only the head is asked for; then the whole, on the same connection.

  $ short 0 'HEAD /healthz HTTP/1.1|Host: HERE||' 'GET /readyz?a=b HTTP/1.1|Host: localhost||'
  $ short 0 'GET /healthz HTTP/1.1|Host: HERE|Connection: close||'
  $ short 0 'GET /healthz HTTP/1.0|Host: HERE||'

What is asked otherwise.

  $ short 0 'POST /healthz HTTP/1.1|Host: HERE|Content-Length: 2||{}' 'DELETE /station HTTP/1.1|Host: HERE||'
  $ short 1024 'POST /healthz HTTP/1.1|Host: HERE|Content-Length: 1024||FILL'
  $ short 1 'POST /healthz HTTP/1.1|Host: HERE|Content-Length: 1025||'
  $ short 17000 'GET /healthz HTTP/1.1|Host: HERE|X-Long: FILL||'
  $ short 0 'what is this?||'
  $ short 0 'GET /healthz HTTP/1.1|Host: evil.example||'
  $ short 0 'GET /healthz HTTP/1.1||'
  $ short 0 'GET /healthz HTTP/1.1|Host: HERE|Origin: http://evil.example||'
  $ short 0 'GET /healthz HTTP/1.1|Host: HERE|Origin: https://console.example||'

Tokens stand in a field, or in the address.

  $ short 0 'GET /station?x=y&token=teaching-all HTTP/1.1|Host: HERE|Connection: close||'
  $ short 0 'GET /station?token=looking-only HTTP/1.1|Host: HERE||' | head -1
  $ short 0 'GET /station?token=teaching-all HTTP/1.1|Host: HERE|Authorization: Bearer looking-only||' | head -1
  $ short 0 'GET /station?other_token=teaching-all HTTP/1.1|Host: HERE||' | head -1
  $ short 0 'GET /scene/files/a.glb HTTP/1.1|Host: HERE||' 'GET /scene/files/a.glb HTTP/1.1|Host: HERE|Origin: https://console.example|Authorization: Bearer looking-only||'
  $ short 0 'GET /recordings/a.mcap HTTP/1.1|Host: HERE|Authorization: Bearer looking-only||'
  $ short 0 'GET /records HTTP/1.1|Host: HERE|Authorization: Bearer teaching-all||'

WebSockets.

  $ upgrade='Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  $ short 0 "GET /elsewhere HTTP/1.1|Host: HERE|$upgrade||"
  $ short 0 "GET / HTTP/1.1|Host: HERE|$upgrade||"
  $ short 0 "GET /?role=chief HTTP/1.1|Host: HERE|$upgrade|Sec-WebSocket-Protocol: foxglove.sdk.v1||"

The page is asked for again only where it has changed.

  $ etag=$(ask 0 'GET / HTTP/1.1|Host: HERE||' | sed -n 's/^ETag: //p')
  $ short 0 "GET / HTTP/1.1|Host: HERE|If-None-Match: $etag||" | sed 's/^ETag: .*/ETag: X/'
  $ short 0 'GET / HTTP/1.1|Host: HERE|If-None-Match: "other"||' | sed -n 1p
