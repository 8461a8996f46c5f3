# Work that goes on beside other steps of deploy/test, and the end of what stands still; sourced, not run.

# Longer than any step is silent, and than any check takes.
patience=600
declare -A started_beside=()

# Begins it in a group of processes that can be ended as one:  beside NAME COMMAND…
# Its log is there at once, also where its process has not come to run yet. It leaves its exit code in a file: long after
# its end its number may be another process's.
beside() {
  local name=$1
  shift
  rm -f ".build/$name.code"
  : >".build/$name.log"
  # shellcheck disable=SC2016
  (exec setsid bash -c '"$@"; echo $? >"$0"' ".build/$name.code" "$@") >".build/$name.log" 2>&1 </dev/null &
  started_beside[$name]=$!
}

# What measures nothing waits behind everything else for the processors. Linux may share them out by sessions of
# processes first, so that such a session needs a lower rank of its own.
behind() {
  local name=$1
  shift
  # shellcheck disable=SC2016
  beside "$name" bash -c '{ echo 15 >/proc/self/autogroup; } 2>/dev/null || true; exec nice -n 15 "$@"' behind "$@"
}

# Waits for what was begun beside; fails as it does, with what its output says of it. What says nothing for so long,
# although nothing else is waited for, will not end: it is ended, and the last that it said, and where it stands, are
# the failure.
finish() {
  local name=$1 log=".build/$1.log" process=${started_beside[$1]} begun last code
  say "$name"
  begun=$(date +%s)
  while [ ! -s ".build/$name.code" ] && kill -0 "$process" 2>/dev/null; do
    last=$(stat -c %Y "$log")
    [ $(($(date +%s) - (last > begun ? last : begun))) -lt $patience ] || stands_still "$name" "$process" "$log"
    sleep 1
  done
  unset "started_beside[$name]"
  code=$(cat ".build/$name.code" 2>/dev/null) || code="none, as it was killed"
  [ "$code" != 0 ] || return 0
  grep -E '✘|error:|Fatal' "$log" | head -60 >&2 || true
  tail -20 "$log" >&2
  fail "$name failed, exit code $code; all of its output is in $log"
}

stands_still() {
  local name=$1 process=$2 log=$3 each
  tail -5 "$log" | cut -c 1-500 >&2
  say "its processes"
  for each in $(processes_of "$process"); do
    printf '%s %s\n' "$each" "$(tr '\0' ' ' <"/proc/$each/cmdline" | cut -c 1-300)" >&2
  done
  (need_packages gdb) && gdb -p "$process" -batch -ex 'thread apply all backtrace 20' >"$log.stacks" 2>/dev/null || true
  grep -E '^(Thread|#)' "$log.stacks" | cut -c 1-200 >&2 || true
  fail "$name has said nothing for $patience s and was ended; all of its output is in $log"
}

# Those of a session, which are in groups of their own, too.
processes_of() {
  local folder
  for folder in /proc/[0-9]*; do
    # The name of a program may have spaces and brackets; behind it the fourth is the session.
    [ "$(sed 's/.*) //' "$folder/stat" 2>/dev/null | cut -d ' ' -f 4)" != "$1" ] || printf '%s\n' "${folder#/proc/}"
  done
}

# A step that says nothing on its way, and is ended like that after so long.
within_patience() { timeout --kill-after=10 $patience "$@"; }

end_what_is_beside() {
  local process
  for process in "${started_beside[@]}"; do
    # shellcheck disable=SC2046
    kill $(processes_of "$process") 2>/dev/null || true
  done
}
