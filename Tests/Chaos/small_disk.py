"""A small file system that becomes full, in a private mount namespace; needs no privileges."""
import os
import shutil
import signal
import subprocess
import tempfile

from processes import wait_until
from trial import CannotRun


class SmallDisk:
    """A tmpfs for processes that are started with `prefix`; `inside` is its path from here."""

    def __init__(self, mebibytes=24):
        self.folder = tempfile.mkdtemp(prefix="waymark-", dir="/tmp")
        self.environment, self.hits = {}, 0
        script = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo mounted && exec sleep 3600'
        if not shutil.which("unshare") or not shutil.which("nsenter"):
            shutil.rmtree(self.folder, ignore_errors=True)
            raise CannotRun("there is no unshare and nsenter")
        self.holder = subprocess.Popen(
            ["unshare", "-Urm", "sh", "-c", script, self.folder, f"{mebibytes}m"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if self.holder.stdout.readline() != b"mounted\n":
            self.remove()
            raise CannotRun("a small file system cannot be mounted in a private namespace")
        self.prefix = ["nsenter", "-U", "-m", "--preserve-credentials", "-t", str(self.holder.pid)]
        self.inside = f"/proc/{self.holder.pid}/root"
        self.filler = f"{self.inside}{self.folder}/filler"

    def set(self, *_, **__):
        """Fills it to the last byte."""
        with open(self.filler, "ab", buffering=0) as file:
            for size in (1 << 20, 4096, 1):
                try:
                    while file.write(b"x" * size):
                        pass
                except OSError:
                    pass

    def heal(self):
        """Frees space again."""
        if os.path.exists(self.filler):
            os.unlink(self.filler)

    def remove(self):
        """Ends the namespace, and the file system with it."""
        if self.holder.poll() is None:
            self.holder.send_signal(signal.SIGKILL)
        self.holder.wait()
        self.holder.stdout.close()
        wait_until(5, self.is_removed)

    def is_removed(self):
        """Returns whether the folder is removed, which fails until the last process of the namespace has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)
        return not os.path.exists(self.folder)
