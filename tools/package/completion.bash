# bash completion for drawbar and drawbard: subcommands, commands and options as their --help tells them.
_drawbar() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local call=("${COMP_WORDS[0]}") has_subcommands=false help words
  [[ ${call[0]##*/} != drawbar ]] || has_subcommands=true
  if $has_subcommands && [[ $COMP_CWORD -gt 1 ]]; then
    call+=("${COMP_WORDS[1]}")
  fi
  help=$("${call[@]}" --help 2>/dev/null)
  if [[ $current == -* ]]; then
    words=$(grep -oE -- '--[a-z][a-z-]*' <<<"$help" | sort -u)
  elif [[ $previous == --* ]]; then
    # An option that takes one of some words says so: --start WORD:{frozen,running}.
    words=$(sed -n "s/^  *$previous [A-Z]*:{\([a-z,-]*\)}.*/\1/p" <<<"$help" | tr , '\n')
  elif $has_subcommands && [[ $COMP_CWORD -le 2 ]]; then
    # Those that are listed; of `instructor`, say, the commands.
    words=$(sed -nE '/^(Subcommands|Commands):/,$ s/^  ([a-z][a-z-]*).*/\1/p' <<<"$help" | sort -u)
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ ${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _drawbar drawbar drawbard
