# What deploy/up and deploy/test share; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

# What the executable needs of the system to run, as in the Dockerfile.
runtime_packages=libsqlite3-0,libssl3,zlib1g,libexpat1,libstdc++6,tzdata

say() { printf '\n== %s (after %s s)\n' "$*" "$SECONDS" >&2; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else fail "needs to run as root: $*"
  fi
}

# Installs Debian packages, and asks for nothing where they are there already.
need_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || { say "not a Debian or Ubuntu: see that these are there: $*"; return 0; }
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  say "installing ${missing[*]}"
  patient_apt update || return 1
  patient_apt install -y --no-install-recommends "${missing[@]}" >&2
}

# A machine that was just started may hold the lock for updates of its own.
patient_apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=5 "$@"
}

# Installs packages of Python:  install_python PYTHON ARGUMENT…
# What judges by rules of its own is named in the version that it was tried with.
install_python() {
  local python=$1
  shift
  "$python" -m pip install --quiet --disable-pip-version-check --retries 10 --timeout 60 "$@" >&2
}

# A small Debian of this machine's release, with the executable's libraries and the packages of the list PACKAGES.
# WAYMARK_DEBIAN may name a folder where it is kept for the next time.
debian_base() {
  local folder=$1 packages=$2 kept=${WAYMARK_DEBIAN:+$WAYMARK_DEBIAN/$(basename "$1")} release
  if [ -n "$kept" ] && [ -d "$kept" ]; then cp -a "$kept" "$folder"; return; fi
  release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-bookworm}")
  debootstrap --variant=minbase --include="$runtime_packages${packages:+,$packages}" "$release" "$folder" >"$folder.log" 2>&1 \
    || { tail -5 "$folder.log" >&2; fail "debootstrap failed"; }
  [ -z "$kept" ] || { mkdir -p "$WAYMARK_DEBIAN" && cp -a "$folder" "$kept"; }
}

# Prints where the program NAME is. Where it is not installed, it is unpacked from the Debian package PACKAGE alone, so that
# no service is installed and started.
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
  need_packages libsqlite3-dev libpq-dev libssl-dev zlib1g-dev libexpat1-dev pkg-config tzdata
}

release_build=(swift build -c release --static-swift-stdlib)

build_release() {
  say "building (release, static Swift runtime)"
  "${release_build[@]}" --product waymark >&2
}

release_binary() {
  printf '%s/waymark\n' "$("${release_build[@]}" --show-bin-path)"
}

# Starts a stack on data of its own below FOLDER, and sets `stack` (its process) and `address`; the caller ends it.
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
