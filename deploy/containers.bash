# Shared by compose-check and kubernetes-check; sourced after prepare.bash, not run. The caller defines the folder
# $scratch and the functions main_process NAME (a container's process id on this machine) and waymark ARGUMENT… (runs
# the executable in the session service's container).

services=(session stats milestone diversity outbound edge)

# Prepares an image without a registry: $scratch/base has a small Debian as a tar file; $scratch/context has the
# executable of WAYMARK_BINARY, or of deploy/up.
prepare_image() {
  local binary=${WAYMARK_BINARY:-}
  say "base image"
  debian_base "$scratch/base" ""
  tar -C "$scratch/base" --exclude=./var/cache/apt --exclude=./var/lib/apt/lists -cf "$scratch/base.tar" .
  rm -rf "$scratch/base"
  if [ -z "$binary" ]; then
    build_release
    binary=$(release_binary)
  fi
  say "image"
  mkdir "$scratch/context"
  strip -o "$scratch/context/waymark" "$binary"
}

wait_for() {
  local text=$1
  shift
  for _ in $(seq 240); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.25
  done
  fail "$text"
}

# Makes one call from within the network of the edge's container:  api VERB PATH [BODY]
api() {
  nsenter --target "$(main_process edge)" --net \
    curl -fsS --max-time 15 -X "$1" -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
    ${3:+--data-binary "$3"} "http://127.0.0.1:8080/api/v1$2"
}

plays() { [[ $(api GET /analytics/summary) == *"\"totalPlayCount\":$1,"* ]]; }

# Posts a session in the given hour of a day.
post() {
  api POST /analytics/sessions "{\"storyId\":\"s1\",\"startedAt\":\"2026-01-01T$1:00:00Z\",\"endedAt\":\"2026-01-01T$1:20:00Z\",\"completed\":true}"
}

# Makes the first calls of a new user, and sets $token.
use_it() {
  local summary report
  say "a session through the edge"
  token=$(waymark token create --user ada)
  api PUT /stories/s1 '{"title":"The Engine","estimatedDuration":3600}' >/dev/null
  post 10
  printf '\n'
  summary=$(api GET /analytics/summary)
  printf '%s\n' "$summary"
  [[ $summary == *'"totalPlayCount":1'* && $summary == *'"totalListeningTime":1200'* ]] || fail "the summary is wrong"
  waymark status

  say "an import, in a process that the edge starts"
  report=$(api POST '/imports?format=goodreads' $'Title,Author,Exclusive Shelf,Date Read\nThe Engine,A. Writer,read,2025/01/05\n')
  [[ $report == *'"added":'[1-9]* ]] || fail "nothing was imported: $report"
}

# Checks that the main process of the container NAME runs as an unprivileged user without capabilities.
expect_no_rights() {
  local line status
  status=$(<"/proc/$(main_process "$1")/status")
  for line in $'Uid:\t10001\t10001' $'CapEff:\t0000000000000000' $'CapBnd:\t0000000000000000' $'NoNewPrivs:\t1'; do
    [[ $status == *"$line"* ]] || fail "$1: not $line: $(grep -E '^(Uid|Cap|NoNew)' <<<"$status")"
  done
}
