"""PostgreSQL servers for an experiment: in a new folder, as an unprivileged user, only on Unix sockets."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile

from processes import wait_until
from trial import CannotRun, LeftOut

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
port = {port}
shared_buffers = 64MB
max_connections = 300
"""

CITUS = """
shared_preload_libraries = 'citus'
max_prepared_transactions = 300
citus.node_conninfo = 'sslmode=disable'
citus.local_hostname = '{folder}'
citus.node_connection_timeout = '3s'
citus.recover_2pc_interval = '1s'
citus.shard_count = 8
"""


def programs():
    """The folder of the newest server's programs."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found:
        raise CannotRun("Debian's package postgresql is not installed")
    return os.path.dirname(found[-1])


def has_citus():
    """Whether that server has the extension, which no package of Debian has."""
    version = programs().split("/")[-2]
    return os.path.exists(f"/usr/share/postgresql/{version}/extension/citus.control")


class Server:
    """One server: started, killed and started again."""

    def __init__(self, folder, name, port, settings=""):
        self.folder, self.name, self.port, self.process = folder, name, port, None
        self.data, self.programs, self.log = f"{folder}/{name}", programs(), f"{folder}/{name}.log"
        self.owner = pwd.getpwnam("postgres") if os.getuid() == 0 else None
        self.run("initdb", "-D", self.data, "-U", "waymark", "-A", "trust", "-E", "UTF8", "--locale=C")
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.write((SETTINGS + settings).format(folder=folder, port=port))
        self.start()

    def as_owner(self):
        """The options that start a process as an unprivileged user."""
        return {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []} if self.owner else {}

    def run(self, program, *arguments):
        """Runs one of the server's programs."""
        done = subprocess.run(
            [f"{self.programs}/{program}", *arguments], capture_output=True, text=True, cwd="/", **self.as_owner())
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")
        return done.stdout

    def start(self, waits=True):
        """Starts the server and waits until it accepts connections, unless that is not requested."""
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [f"{self.programs}/postgres", "-D", self.data], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd="/", **self.as_owner())
        if waits and not wait_until(30, self.is_ready, 0.05):
            raise RuntimeError(f"{self.name} did not start")

    def is_ready(self):
        """Returns whether it accepts connections."""
        return subprocess.run(
            ["pg_isready", "-q", "-h", self.folder, "-p", str(self.port)], stdin=subprocess.DEVNULL).returncode == 0

    def kill(self):
        """Kills the server as in a crash of its machine."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def sql(self, text, database="waymark"):
        """Returns the output of psql."""
        place = ["-h", self.folder, "-p", str(self.port), "-U", "waymark", "-d", database]
        done = subprocess.run(
            ["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", *place, "-c", text], capture_output=True, text=True,
            stdin=subprocess.DEVNULL)
        if done.returncode:
            raise RuntimeError(f"{self.name}: {text}: {done.stderr}")
        return done.stdout.strip()


class Cluster:
    """The servers of one database: a single server, or a Citus coordinator with workers."""

    def __init__(self, workers=0):
        if workers and not has_citus():
            raise LeftOut("the extension citus of PostgreSQL is not installed; no package of Debian has it")
        self.folder, self.servers = tempfile.mkdtemp(prefix="waymark-servers-", dir="/tmp"), []
        if os.getuid() == 0:
            os.chown(self.folder, pwd.getpwnam("postgres").pw_uid, -1)
        try:
            for number in range(1 + workers):
                name = f"worker{number}" if number else "coordinator"
                server = Server(self.folder, name, 5432 + number, CITUS if workers else "")
                self.servers.append(server)
                server.sql("CREATE DATABASE waymark", "postgres")
                if workers:
                    server.sql("CREATE EXTENSION citus")
            if workers:
                self.coordinator.sql(f"SELECT citus_set_coordinator_host('{self.folder}', 5432)")
                for server in self.workers:
                    self.coordinator.sql(f"SELECT citus_add_node('{self.folder}', {server.port})")
        except BaseException:
            self.remove()
            raise

    @property
    def coordinator(self):
        return self.servers[0]

    @property
    def workers(self):
        return self.servers[1:]

    @property
    def address(self):
        """The address in the form of `--database`."""
        return f"postgresql://waymark@/waymark?host={self.folder}&port=5432"

    def remove(self):
        """Ends all servers and removes their data."""
        for server in self.servers:
            if server.process and server.process.poll() is None:
                server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
