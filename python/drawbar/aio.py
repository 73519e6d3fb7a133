"""The protocol's client for asyncio: a task of its own keeps the session alive."""

import asyncio
import ssl
import time

from .errors import Error
from .session import Session, subscription

_ADVANCE_INTERVAL = 0.02  # s


class AsyncClient(Session):
    """A session over TCP, with poses over UDP where asked for, that lives in the event loop.

    >>> async with await drawbar.AsyncClient.connect(role="operator") as client:
    ...     await client.take_control("throttle")
    ...     client.set_control("throttle", 0.5)
    ...     async for frame in client.frames():
    ...         print(frame.stamp.time, frame.positions[0])

    The arguments are those of Client.
    """

    @classmethod
    async def connect(cls, host="127.0.0.1", port=4040, *, name="python", role="viewer", token="", tls=False, tls_ca=None,
                      udp=False, encoding="plain", every_nth=1, bodies=(), telemetry_every_nth=1, contacts=False,
                      timeout=5.0):
        """Connects and waits for the Welcome."""
        client = cls(name, role, token, subscription(encoding, every_nth, bodies, udp, telemetry_every_nth, contacts))
        client._timeout = timeout
        context = ssl.create_default_context(cafile=tls_ca) if tls or tls_ca else None
        try:
            client._reader, client._writer = await asyncio.wait_for(
                asyncio.open_connection(host, port, ssl=context), timeout)
        except (OSError, asyncio.TimeoutError) as error:
            raise Error(f"{host}:{port}: {error or 'no connection'}", "environment") from error
        client._changed = asyncio.Condition()
        client._failure = None
        client._udp = None
        client._core.connected()
        client._tasks = [asyncio.create_task(client._read()), asyncio.create_task(client._advance())]
        try:
            await client._wait(lambda: client.welcome, timeout, "no Welcome")
            if udp and client._core.udp_port:
                client._udp, _ = await asyncio.get_running_loop().create_datagram_endpoint(
                    lambda: _Datagrams(client), remote_addr=(host, client._core.udp_port))
        except BaseException:
            await client.close()
            raise
        return client

    async def request(self, name, /, *, timeout=None, **fields):
        """As Client.request."""
        number = self._begin_request(name, fields)
        self._flush()
        await self._wait(lambda: number in self._answers, self._timeout if timeout is None else timeout,
                         f"no answer to {name}")
        return self._answer(number)

    async def take_control(self, *names):
        """Holds these controls, or all."""
        await self.request("TakeControl", channels=self._numbers(names))

    async def release_control(self, *names):
        """Gives these controls up, or all that are held."""
        await self.request("ReleaseControl", channels=self._numbers(names))

    async def next_frame(self, timeout=None):
        """The next frame not yet given out; raises Error where none comes in time."""
        await self._wait(lambda: self._frames, self._timeout if timeout is None else timeout, "no frame")
        return self._frames.popleft()

    async def frames(self):
        """Frames as they come. Who is slower than they are misses the oldest."""
        while True:
            await self._wait(lambda: self._frames, None, "")
            yield self._frames.popleft()

    async def messages(self):
        """Messages as they come, as (name, fields): events, telemetry, errors that answer nothing."""
        while True:
            await self._wait(lambda: self._messages, None, "")
            yield self._messages.popleft()

    async def close(self):
        """Says Goodbye and closes the connection."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._core.joined and self._failure is None:
            self._core.request("Goodbye", "{}")
            self._flush()
        if self._udp:
            self._udp.close()
        self._writer.close()
        try:
            await self._writer.wait_closed()
        except OSError:
            pass

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.close()

    # --- inside ---

    async def _read(self):
        try:
            while data := await self._reader.read(1 << 18):
                self._take(data)
                self._flush()
                await self._tell()
            await self._fail("the server closed the connection" + self._last_refusal())
        except (OSError, Error) as error:
            await self._fail(str(error))

    async def _advance(self):
        while True:
            self._core.advance(time.monotonic_ns())
            self._flush()
            await asyncio.sleep(_ADVANCE_INTERVAL)

    async def _fail(self, text):
        self._failure = Error(text, "environment")
        await self._tell()

    async def _tell(self):
        async with self._changed:
            self._changed.notify_all()

    def _take_datagram(self, data):
        self._core.receive_datagram(data, time.monotonic_ns())
        self._sort_events()
        self._flush()
        asyncio.ensure_future(self._tell())

    def _flush(self):
        data = self._core.take_bytes()
        if data and not self._writer.is_closing():
            self._writer.write(data)
        for datagram in self._core.take_datagrams():
            if self._udp:
                self._udp.sendto(datagram)

    async def _wait(self, ready, timeout, what):
        def over():
            return ready() or self._failure is not None

        async with self._changed:
            try:
                await asyncio.wait_for(self._changed.wait_for(over), timeout)
            except asyncio.TimeoutError:
                raise Error(f"{what} within {timeout:g} s{self._last_refusal()}", "environment") from None
        if not ready():
            raise self._failure


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, client):
        self._client = client

    def datagram_received(self, data, addr):
        self._client._take_datagram(data)

    def error_received(self, exc):
        pass  # as good as lost
