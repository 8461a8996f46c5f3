"""A balancer of TCP connections: each goes to the next host in turn, or to another one if that host accepts none."""
import asyncio
import socket

from processes import Flag, Worker


class Balancer:
    """Runs in a separate process."""

    def __init__(self, targets):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address, self.stop = self.listener.getsockname(), Flag()
        self.worker = Worker(serve, self.listener, targets, self.stop)
        self.listener.close()

    def remove(self):
        """Ends it with all of its connections."""
        self.stop.set()
        self.worker.result()


def serve(listener, targets, stop):
    """Forwards connections until it is stopped; returns the number for each host."""
    return asyncio.run(Passing(targets).serve(listener, stop))


class Passing:
    """The number of forwarded connections."""

    def __init__(self, targets):
        self.targets, self.turn, self.counts = targets, 0, [0] * len(targets)

    async def serve(self, listener, stop):
        """Accepts connections until it is stopped."""
        server = await asyncio.start_server(self.accept, sock=listener)
        while not stop:
            await asyncio.sleep(0.05)
        server.close()
        return self.counts

    async def connect(self):
        """Connects to the host whose turn it is, or to the next one that accepts."""
        for _ in self.targets:
            place = self.turn % len(self.targets)
            self.turn += 1
            try:
                connection = await asyncio.open_connection(*self.targets[place])
                self.counts[place] += 1
                return connection
            except OSError:
                continue
        return None

    async def accept(self, reader, writer):
        """Forwards one connection."""
        connection = await self.connect()
        if connection is None:
            writer.close()
            return
        await asyncio.gather(pass_on(reader, connection[1]), pass_on(connection[0], writer))


async def pass_on(reader, writer):
    """Forwards the bytes of one direction, and then their end."""
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
