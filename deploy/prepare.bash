# What deploy/up and deploy/test share; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

say() { printf '\n== %s\n' "$*" >&2; }
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
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

need_swift() {
  command -v swift >/dev/null || fail "no Swift toolchain: install Swift 6.3 from https://www.swift.org/install"
}

need_libraries() {
  need_packages libsqlite3-dev libssl-dev zlib1g-dev pkg-config tzdata
}

build_release() {
  say "building (release, static Swift runtime)"
  swift build -c release --static-swift-stdlib --product waymark >&2
}

release_binary() {
  printf '%s/waymark\n' "$(swift build -c release --static-swift-stdlib --show-bin-path)"
}

# Starts a stack on data of its own below FOLDER, and sets `stack` (its process) and `address`; the caller ends it.
start_stack() {
  local binary=$1 folder=$2
  touch "$folder/ready"
  "$binary" up --data "$folder/data" --listen 127.0.0.1:0 >"$folder/ready" 2>"$folder/log" &
  stack=$!
  for _ in $(seq 200); do
    grep -q '^waymark ready' "$folder/ready" && break
    kill -0 "$stack" 2>/dev/null || { cat "$folder/log" >&2; fail "the stack did not start"; }
    sleep 0.05
  done
  address=$(sed -n 's/^waymark ready //p' "$folder/ready")
  [ -n "$address" ] || { cat "$folder/log" >&2; fail "the stack was not ready within 10 s"; }
}
