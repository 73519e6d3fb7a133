"""The protocol's client that waits: for scripts and notebooks."""

import selectors
import socket
import ssl
import time

from .errors import Error
from .session import Session, subscription

_LONGEST_WAIT = 0.02  # s: the session repeats controls and measures the clock that often


class Client(Session):
    """A session over TCP, with poses over UDP where asked for. Nothing happens between calls: whoever holds controls calls
    one of the functions that wait at least every 40 ms, or uses AsyncClient.

    role: "viewer", "operator" or "instructor". bodies: names of those whose poses come, none: all. encoding: "plain",
    "compact" or "none". tls: the server speaks TLS, with a certificate good for `host`; tls_ca: a PEM file of the authorities
    to trust in place of the system's.

    >>> with drawbar.Client(role="operator") as client:
    ...     client.take_control("throttle")
    ...     client.set_control("throttle", 0.5)
    ...     for frame in client.frames(seconds=2):
    ...         print(frame.stamp.time, frame.positions[0])
    """

    def __init__(self, host="127.0.0.1", port=4040, *, name="python", role="viewer", token="", tls=False, tls_ca=None,
                 udp=False, encoding="plain", every_nth=1, bodies=(), telemetry_every_nth=1, contacts=False, timeout=5.0):
        super().__init__(name, role, token, subscription(encoding, every_nth, bodies, udp, telemetry_every_nth, contacts))
        self._timeout = timeout
        self._udp = None
        try:
            self._tcp = socket.create_connection((host, port), timeout)
            if tls or tls_ca:
                self._tcp = ssl.create_default_context(cafile=tls_ca).wrap_socket(self._tcp, server_hostname=host)
        except OSError as error:
            raise Error(f"{host}:{port}: {error}", "environment") from error
        self._tcp.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._tcp.setblocking(False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._tcp, selectors.EVENT_READ)
        try:
            self._core.connected()
            self._wait(lambda: self.welcome, timeout, "no Welcome")
            if udp and self._core.udp_port:
                self._udp = socket.socket(self._tcp.family, socket.SOCK_DGRAM)
                self._udp.connect((host, self._core.udp_port))
                self._udp.setblocking(False)
                self._selector.register(self._udp, selectors.EVENT_READ)
        except BaseException:
            self.close()
            raise

    def request(self, name, /, *, timeout=None, **fields):
        """Sends the message `name` of control.fbs with these fields and waits until it has taken effect; the answer's
        fields. Raises Error with the server's text where it is refused."""
        number = self._begin_request(name, fields)
        answer = []
        self._wait(lambda: answer.append(got) or True if (got := self._answer(number)) is not None else False,
                   self._timeout if timeout is None else timeout, f"no answer to {name}")
        return answer[0]

    def take_control(self, *names):
        """Holds these controls, or all."""
        self.request("TakeControl", channels=self._numbers(names))

    def release_control(self, *names):
        """Gives these controls up, or all that are held."""
        self.request("ReleaseControl", channels=self._numbers(names))

    def poll(self, timeout=0.0):
        """Sends and receives for at most `timeout` s; returns as soon as something has arrived."""
        self._core.advance(time.monotonic_ns())
        self._flush()
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._udp:
                self._read_datagrams()
            else:
                self._read_stream()
        self._sort_events()
        self._flush()

    def next_frame(self, timeout=None):
        """The next frame not yet given out; raises Error where none comes in time."""
        self._wait(lambda: self._frames, self._timeout if timeout is None else timeout, "no frame")
        return self._frames.popleft()

    def frames(self, seconds=None):
        """Frames as they come, for so many s of wall time, or for ever."""
        end = None if seconds is None else time.monotonic() + seconds
        while end is None or time.monotonic() < end:
            self.poll(_LONGEST_WAIT)
            while self._frames:
                yield self._frames.popleft()

    def messages(self):
        """The messages since the last call, as (name, fields): events, telemetry, errors that answer nothing."""
        messages = list(self._messages)
        self._messages.clear()
        return messages

    def close(self):
        """Says Goodbye and closes the connection."""
        try:
            if self._core.joined:
                self._core.request("Goodbye", "{}")
                self._flush()
        except (OSError, Error):
            pass
        self._selector.close()
        self._tcp.close()
        if self._udp:
            self._udp.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # --- inside ---

    def _flush(self):
        data = self._core.take_bytes()
        if data:
            self._tcp.settimeout(self._timeout)
            try:
                self._tcp.sendall(data)
            finally:
                self._tcp.setblocking(False)
        for datagram in self._core.take_datagrams():
            if self._udp:
                try:
                    self._udp.send(datagram)
                except (BlockingIOError, ConnectionRefusedError):
                    pass  # as good as lost

    def _read_stream(self):
        try:
            data = self._tcp.recv(1 << 18)
            while isinstance(self._tcp, ssl.SSLSocket) and self._tcp.pending():
                data += self._tcp.recv(self._tcp.pending())
        except (BlockingIOError, ssl.SSLWantReadError):
            return
        except OSError as error:
            raise Error(f"the connection broke: {error}{self._last_refusal()}", "environment") from error
        if not data:
            raise Error("the server closed the connection" + self._last_refusal(), "environment")
        self._take(data)

    def _read_datagrams(self):
        while True:
            try:
                self._core.receive_datagram(self._udp.recv(2048), time.monotonic_ns())
            except (BlockingIOError, ConnectionRefusedError):
                return

    def _wait(self, ready, timeout, what):
        end = time.monotonic() + timeout
        while not ready():
            left = end - time.monotonic()
            if left <= 0:
                raise Error(f"{what} within {timeout:g} s{self._last_refusal()}", "environment")
            self.poll(min(left, _LONGEST_WAIT))
