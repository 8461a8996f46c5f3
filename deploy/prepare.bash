# Shared by deploy/up, deploy/test and the checks; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# Debian packages that the executable needs at run time; the Dockerfile lists the same.
runtime_packages=libsqlite3-0,libssl3,zlib1g,libexpat1,libcurl4,ca-certificates,libstdc++6,tzdata

say() { printf '\n== %s (after %s s)\n' "$*" "$SECONDS" >&2; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "needs to run as root: $*"
  fi
}

# Installs the Debian packages that are missing, without asking.
need_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || { say "this is not Debian or Ubuntu; install these packages yourself: $*"; return 0; }
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  say "installing ${missing[*]}"
  patient_apt update || return 1
  patient_apt install -y --no-install-recommends "${missing[@]}" >&2
}

# Waits for the lock, because a machine that has just started may hold it for its own updates.
patient_apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=5 "$@"
}

# Installs Python packages:  install_python PYTHON ARGUMENT…
# Tools that judge the product by their own rules are pinned to the version that was tried.
install_python() {
  local python=$1
  shift
  "$python" -m pip install --quiet --disable-pip-version-check --retries 10 --timeout 60 "$@" >&2
}

# Creates a small Debian of this machine's release with the executable's libraries and the given packages.
# WAYMARK_DEBIAN may name a folder that keeps it for the next run.
debian_base() {
  local folder=$1 packages=$2 kept=${WAYMARK_DEBIAN:+$WAYMARK_DEBIAN/$(basename "$1")} release
  if [ -n "$kept" ] && [ -d "$kept" ]; then cp -a "$kept" "$folder"; return; fi
  release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-bookworm}")
  debootstrap --variant=minbase --include="$runtime_packages${packages:+,$packages}" "$release" "$folder" >"$folder.log" 2>&1 \
    || { tail -5 "$folder.log" >&2; fail "debootstrap failed"; }
  [ -z "$kept" ] || { mkdir -p "$WAYMARK_DEBIAN" && cp -a "$folder" "$kept"; }
}

# Prints the path of the program NAME. If it is not installed, unpacks it from the Debian package PACKAGE, so that no
# service is installed or started.
find_program() {
  local name=$1 package=$2 found folder=.build/unpacked/$2
  found=$(PATH=$PATH:/usr/sbin command -v "$name") && { printf '%s\n' "$found"; return 0; }
  if [ ! -d "$folder" ]; then
    command -v apt-get >/dev/null || return 1
    rm -rf "$folder.part"
    mkdir -p "$folder.part"
    (cd "$folder.part" && { apt-get download -qq "$package" || { patient_apt update && apt-get download -qq "$package"; }; } \
      && dpkg-deb -x "$package"_*.deb .) >&2 || return 1
    mv "$folder.part" "$folder"
  fi
  for found in "$PWD/$folder"/usr/{bin,sbin}/"$name"; do
    [ ! -x "$found" ] || { printf '%s\n' "$found"; return 0; }
  done
  return 1
}

need_swift() {
  command -v swift >/dev/null || fail "no Swift toolchain: install Swift 6.3 from https://www.swift.org/install"
}

need_libraries() {
  need_packages libsqlite3-dev libpq-dev libssl-dev zlib1g-dev libexpat1-dev libcurl4-openssl-dev pkg-config tzdata
}

release_build=(swift build -c release --static-swift-stdlib)

build_release() {
  say "building (release, static Swift runtime)"
  "${release_build[@]}" --product waymark >&2
}

release_binary() {
  printf '%s/waymark\n' "$("${release_build[@]}" --show-bin-path)"
}

# The tests and the executable that they run are built once, in the release configuration. The tests' own code, and what
# no test measures, is not optimised (Package.swift). This build has its own folder, because other flags would rebuild everything each time.
test_build=(env WAYMARK_TEST_BUILD=1 swift build -c release -Xswiftc -enable-testing --scratch-path .build/testing)

# Links the executable again from the objects of the test build, with the static Swift runtime, as it is shipped.
# SwiftPM would compile everything again for that.
link_static() {
  local built folder=$1/static
  built=$1
  mkdir -p "$folder"
  swiftc -static-stdlib -emit-executable -o "$folder/waymark" "@$built/waymark.product/Objects.LinkFileList" \
    -Xlinker --defsym -Xlinker main=waymark_main -Xlinker --gc-sections -lz -lcrypto -lexpat -lsqlite3 >&2
  printf '%s/waymark\n' "$folder"
}

# Prints the folder for the temporary files of tests: in memory if 4 GB are free there, and programs may be run there.
# Otherwise tests wait for the disk at each commit, although they kill processes, not the power.
test_folder() {
  local probe free available
  free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1) || true
  available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo)
  if [ "${free:-0}" -gt 4000000 ] && [ "${available:-0}" -gt 4000000 ] \
    && probe=$(mktemp /dev/shm/waymark-XXXXXX 2>/dev/null); then
    printf '#!/bin/sh\n' >"$probe"
    chmod +x "$probe"
    if "$probe" 2>/dev/null; then rm -f "$probe"; printf '/dev/shm\n'; return; fi
    rm -f "$probe"
  fi
  printf '%s\n' "${TMPDIR:-/tmp}"
}

# Prints free loopback ports:  free_ports COUNT
# They lie below the ports that the kernel assigns to connections: a connection could take one of those before the server
# listens on it.
free_ports() {
  python3 -c '
import random, socket, sys
count = int(sys.argv[1])
with open("/proc/sys/net/ipv4/ip_local_port_range") as file:
    assigned = int(file.read().split()[0])
candidates = range(max(1024, assigned - 16384), assigned) or range(1024, 65536)
held = []
for port in random.sample(candidates, len(candidates)):
    if len(held) == count:
        break
    try:
        held.append(socket.create_server(("127.0.0.1", port)))
    except OSError:
        pass
print(*[one.getsockname()[1] for one in held])' "$1"
}

# Starts a stack with new data in FOLDER and sets `stack` (its process) and `address`. The caller ends it.
start_stack() {
  local binary=$1 folder=$2
  touch "$folder/ready"
  "$binary" up --data "$folder/data" --listen 127.0.0.1:0 >"$folder/ready" 2>"$folder/log" &
  stack=$!
  for _ in $(seq 1200); do
    grep -q '^waymark ready' "$folder/ready" && break
    kill -0 "$stack" 2>/dev/null || { cat "$folder/log" >&2; fail "the stack did not start"; }
    sleep 0.05
  done
  address=$(sed -n 's/^waymark ready //p' "$folder/ready")
  [ -n "$address" ] || { cat "$folder/log" >&2; fail "the stack was not ready within 60 s"; }
}
