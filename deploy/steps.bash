# Steps of deploy/test that run concurrently, and the end of a step that hangs; sourced, not run.

# A step that prints nothing for this many seconds is hung. No step is silent for that long.
patience=600
declare -A step_processes=()
declare -A step_seconds=()

# Starts the command in its own process group:  [after=NAME] start_step NAME COMMAND…
# With `after`, it begins when that step, which was started before, has ended.
# The log file exists before the process runs. The step writes its exit code and its duration to files, because the
# kernel may give the number of an ended process to another one.
start_step() {
  local name=$1
  shift
  rm -f ".build/$name.code" ".build/$name.seconds"
  : >".build/$name.log"
  # shellcheck disable=SC2016
  (exec setsid bash -c 'name=$0; earlier=$1; shift
    until [ -z "$earlier" ] || [ -s "$earlier" ]; do sleep 1; done
    SECONDS=0; "$@"; code=$?; echo $SECONDS >"$name.seconds"; echo $code >"$name.code"' \
    ".build/$name" "${after:+.build/$after.code}" "$@") >".build/$name.log" 2>&1 </dev/null &
  step_processes[$name]=$!
}

# Waits for a step that was started; fails if the step failed, and prints the relevant lines of its log. Kills a step
# that prints nothing for `patience` seconds, and reports its last lines and the stacks of all its processes.
finish_step() {
  local name=$1 log=".build/$1.log" process=${step_processes[$1]} waiting_since last code
  say "$name"
  waiting_since=$(date +%s)
  while [ ! -s ".build/$name.code" ] && kill -0 "$process" 2>/dev/null; do
    last=$(stat -c %Y "$log")
    [ $(($(date +%s) - (last > waiting_since ? last : waiting_since))) -lt $patience ] || report_hang "$name" "$process" "$log"
    sleep 1
  done
  unset "step_processes[$name]"
  step_seconds[$name]=$(cat ".build/$name.seconds" 2>/dev/null) || true
  code=$(cat ".build/$name.code" 2>/dev/null) || code="none, because it was killed"
  [ "$code" != 0 ] || return 0
  grep -E '✘|error:|Fatal' "$log" | head -60 >&2 || true
  tail -20 "$log" >&2
  fail "$name failed with exit code $code; its whole output is in $log"
}

report_hang() {
  local name=$1 process=$2 log=$3 each stacks
  tail -5 "$log" | cut -c 1-500 >&2
  say "processes of $name"
  for each in $(processes_of "$process"); do
    printf '%s %s\n' "$each" "$(tr '\0' ' ' <"/proc/$each/cmdline" | cut -c 1-300)" >&2
  done
  (need_packages gdb) || true
  rm -f "$log.stacks"
  for each in $(processes_of "$process"); do
    stacks=$(timeout 60 gdb -p "$each" -batch -ex 'thread apply all backtrace 20' 2>/dev/null) || true
    printf 'process %s\n%s\n' "$each" "$stacks" >>"$log.stacks"
    # The services have many threads, and their stacks would hide those of the program that tests them.
    [ "$(cat "/proc/$each/comm" 2>/dev/null)" = waymark ] || grep -E '^(Thread|#)' <<<"$stacks" | cut -c 1-200 >&2 || true
  done
  fail "$name printed nothing for $patience s and was killed; its whole output is in $log"
}

# Prints the processes of a process session, including those in other process groups.
processes_of() {
  local folder
  for folder in /proc/[0-9]*; do
    # A program's name may contain spaces and brackets. The fourth field after it is the session.
    [ "$(sed 's/.*) //' "$folder/stat" 2>/dev/null | cut -d ' ' -f 4)" != "$1" ] || printf '%s\n' "${folder#/proc/}"
  done
}

# Runs a step that prints nothing until it ends, and kills it after `patience` seconds.
with_patience() { timeout --kill-after=10 $patience "$@"; }

# Repeats the signal, because a process can start another one while the list is read.
kill_steps() {
  local process running _
  for process in "${step_processes[@]}"; do
    for _ in $(seq 50); do
      running=$(processes_of "$process")
      [ -n "$running" ] || break
      # shellcheck disable=SC2086
      kill $running 2>/dev/null || true
      sleep 0.2
    done
  done
}
