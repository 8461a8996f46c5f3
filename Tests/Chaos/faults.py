"""A disk that fails on command: a library loaded before libc, steered through a shared page."""
import mmap
import os
import shutil
import struct
import subprocess
import tempfile

from trial import CannotRun

FIELDS = ["full", "read_error", "short_write", "sync_error", "sync_delay_microseconds", "hits"]
SIZE = 4 * len(FIELDS) + 256 + 64


def compiler():
    """A C compiler: the toolchain's clang, or the system's."""
    swift = shutil.which("swift")
    toolchain = [os.path.join(os.path.dirname(os.path.realpath(swift)), "clang")] if swift else []
    installed = [shutil.which("clang"), shutil.which("cc")]
    found = [path for path in toolchain + installed if path and os.access(path, os.X_OK)]
    if not found:
        raise CannotRun("there is no C compiler for the library that makes the disk fail")
    return found[0]


class Disk:
    """The faults of one stack's disk. Make it before the stack, and start the stack with its environment."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="waymark-", dir="/tmp")
        library, page = f"{self.folder}/faults.so", f"{self.folder}/page"
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
        made = subprocess.run(
            [compiler(), "-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"], capture_output=True, text=True)
        if made.returncode != 0:
            self.remove()
            raise CannotRun(f"the library that makes the disk fail does not build: {made.stderr.strip()[-300:]}")
        with open(page, "wb") as file:
            file.write(bytes(SIZE))
        self.file = open(page, "r+b")
        self.page = mmap.mmap(self.file.fileno(), SIZE)
        self.environment = {"LD_PRELOAD": library, "CHAOS_FAULTS": page}

    def set(self, folder, match="", **chances):
        """Fails from now on as `chances` say (thousandths), for the files below `folder` with `match` in their path."""
        self.heal()
        texts = folder.encode().ljust(256, b"\0") + match.encode().ljust(64, b"\0")
        self.page[4 * len(FIELDS) : SIZE] = texts
        for name, value in chances.items():
            struct.pack_into("<I", self.page, 4 * FIELDS.index(name), value)

    def heal(self):
        """Ends the failures."""
        for place in range(len(FIELDS) - 1):
            struct.pack_into("<I", self.page, 4 * place, 0)

    @property
    def hits(self):
        """Returns the number of injected failures so far."""
        return struct.unpack_from("<I", self.page, 4 * FIELDS.index("hits"))[0]

    def remove(self):
        """Removes the library and the page."""
        shutil.rmtree(self.folder, ignore_errors=True)
