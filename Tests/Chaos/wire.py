"""The service protocol over a socket: frames, and as much CBOR as its calls need."""
import socket
import struct

HELLO, REQUEST, REPLY, FAULT = 1, 2, 3, 4


def encode(value):
    """A value as CBOR: whole numbers, texts, bytes, lists, maps, truth values and null."""
    if value is None or isinstance(value, bool):
        return {None: b"\xf6", True: b"\xf5", False: b"\xf4"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, (bytes, str)):
        data = value.encode() if isinstance(value, str) else value
        return head(3 if isinstance(value, str) else 2, len(data)) + data
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    return head(5, len(value)) + b"".join(encode(key) + encode(item) for key, item in value.items())


def head(major, value):
    """The head of an item, in its shortest form."""
    if value < 24:
        return bytes([major << 5 | value])
    width = next(place for place in range(4) if value < 1 << (8 << place))
    return bytes([major << 5 | 24 + width]) + value.to_bytes(1 << width, "big")


def decode(data):
    """The first item of some CBOR, and what follows it."""
    major, low = data[0] >> 5, data[0] & 31
    value, rest = low, data[1:]
    if 24 <= low < 28:
        width = 1 << (low - 24)
        value, rest = int.from_bytes(data[1 : 1 + width], "big"), data[1 + width :]
    if major < 2:
        return (value if major == 0 else -1 - value), rest
    if major in (2, 3):
        piece = bytes(rest[:value])
        return (piece.decode() if major == 3 else piece), rest[value:]
    if major in (4, 5):
        items = []
        for _ in range(value * (major - 3)):
            item, rest = decode(rest)
            items.append(item)
        return (items if major == 4 else dict(zip(items[::2], items[1::2]))), rest
    if major == 6:
        return decode(rest)
    if low in (25, 26, 27):
        return struct.unpack({25: ">e", 26: ">f", 27: ">d"}[low], data[1 : 1 + (1 << (low - 24))])[0], rest
    return {20: False, 21: True}.get(low), rest


def call(path, method, argument=None, seconds=3, **meta):
    """Makes one call of a service; returns its reply, or None if there is none."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(seconds)
            connection.connect(path)
            hello = {"v": 1, "service": "chaos", "build": "", "maxFrame": 1 << 22, "maxInFlight": 16}
            for kind, number, payload in ((HELLO, 0, hello), (REQUEST, 1, [method, meta, argument or {}])):
                body = encode(payload)
                connection.sendall(struct.pack(">IBI", 5 + len(body), kind, number) + body)
            buffer = b""
            while True:
                while len(buffer) < 4 or len(buffer) < 4 + int.from_bytes(buffer[:4], "big"):
                    piece = connection.recv(1 << 16)
                    if not piece:
                        return None
                    buffer += piece
                size = int.from_bytes(buffer[:4], "big")
                kind, payload, buffer = buffer[4], buffer[9 : 4 + size], buffer[4 + size :]
                if kind in (REPLY, FAULT):
                    return decode(payload)[0] if kind == REPLY else None
    except OSError:
        return None
