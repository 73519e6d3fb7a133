# shellcheck shell=bash
# What holds of drawbar wherever it is installed. Source it.

# check WORDS COMMAND...: prints the words when the command is good, else its output, and ends the script with 1.
check() {
  local words=$1 output
  shift
  if output=$("$@" 2>&1); then
    echo "ok    $words"
  else
    printf 'FAIL  %s:\n%s\n' "$words" "$output" >&2
    exit 1
  fi
}

# says PATTERN COMMAND...: whether the command is good and a line of its output matches the whole pattern.
says() {
  local pattern=$1 output
  shift
  output=$("$@" 2>&1) && grep -qxE -- "$pattern" <<<"$output" || { echo "$output" && return 1; }
}

# completes WORD... BEGINNING WHOLE: whether completion makes the whole word of its beginning.
completes() {
  bash --norc -c '
    source "$0"
    COMP_WORDS=("${@:1:$# - 1}") COMP_CWORD=$(($# - 2))
    _drawbar
    [[ " ${COMPREPLY[*]} " == *" ${!#} "* ]] || { echo "offered: ${COMPREPLY[*]}" && exit 1; }' "$completion" "$@"
}

# check_installed PREFIX UNITS: the component `programs` below PREFIX, of which the units lie in UNITS.
check_installed() {
  local prefix=$1 units=$2 scenes=$1/share/drawbar/scenes program name
  completion=$prefix/share/bash-completion/completions/drawbar
  for program in drawbar drawbard; do
    check "$program --version begins with a semantic version" \
      says "$program [0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?" "$prefix/bin/$program" --version
    check "there is a manual of $program" test -n "$(find "$prefix/share/man/man1" -name "$program.1*")"
  done
  for name in $("$prefix/bin/drawbar" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z][a-z-]*\).*/\1/p'); do
    check "the manual of drawbar $name has its options" says '.*\\-\\-help.*' zcat -f "$prefix/share/man/man1/drawbar-$name.1"*
  done
  check "a shipped scene simulates" "$prefix/bin/drawbar" simulate "$scenes/krt100_trolley.json" --duration 1 --output /dev/null
  check "a shipped exercise is good" "$prefix/bin/drawbar" check "$scenes/exercises/slalom_wet.json"
  check "drawbar import finds its program" says 'Usage: drawbar import .*' "$prefix/bin/drawbar" import --help
  check "the unit starts what is installed here" says "ExecStart=$prefix/bin/drawbard --config .*" cat "$units/drawbard.service"
  check "the service's user is the one that is made" says 'User=drawbar' cat "$units/drawbard.service"
  check "the user is described for sysusers" says 'u drawbar .*' cat "$prefix/lib/sysusers.d/drawbar.conf"
  check "completion: a subcommand" completes "$prefix/bin/drawbar" simu simulate
  check "completion: a subcommand with a hyphen" completes "$prefix/bin/drawbar" cigi cigi-terrain
  check "completion: an instructor's command" completes "$prefix/bin/drawbar" instructor mal malfunction
  check "completion: an option" completes "$prefix/bin/drawbar" simulate --dur --duration
  check "completion: a word of an option" completes "$prefix/bin/drawbard" --start fro frozen
  check "completion: a file" completes "$prefix/bin/drawbar" check "$scenes/bounc" "$scenes/bouncing_ball.json"
}
