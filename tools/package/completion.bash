# bash completion for drawbar and drawbard: subcommands and options as their --help tells them.
_drawbar() {
  local current=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} words
  local call=("$program")
  if [[ $program == drawbar && $COMP_CWORD -gt 1 ]]; then
    call+=("${COMP_WORDS[1]}")
  fi
  words=$("${call[@]}" --help 2>/dev/null)
  if [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(grep -oE -- '--[a-z][a-z-]*' <<<"$words" | sort -u)" -- "$current")
  elif [[ $program == drawbar && $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(sed -n '/^Subcommands:/,$ s/^  \([a-z]\+\).*/\1/p' <<<"$words")" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames
  fi
}
complete -F _drawbar drawbar drawbard
