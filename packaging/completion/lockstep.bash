# SPDX-License-Identifier: Apache-2.0
# bash completion for lockstep(1)
_lockstep() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} flags=""
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "backends setup prove verify inspect report example --help --version" -- "$cur")
    return
  fi
  case $prev in
    --backend) mapfile -t COMPREPLY < <(compgen -W "auto cpu_reference cuda hip simt" -- "$cur"); return ;;
    --variant) mapfile -t COMPREPLY < <(compgen -W "fast textbook" -- "$cur"); return ;;
    --curve) mapfile -t COMPREPLY < <(compgen -W "bn254 bls12_381" -- "$cur"); return ;;
    --seed | --threads | --r | --s | --blocks) return ;;
    --key | --witness | --r1cs | --proof | --public | --plugin | --report | --vk | --chrome-trace)
      mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return ;;
  esac
  case $verb in
    backends) flags="--json --plugin" ;;
    setup) flags="--r1cs --key --vk --seed --threads" ;;
    prove) flags="--key --witness --proof --public --r1cs --backend --plugin --variant --report --threads --check-key --quiet --r --s" ;;
    verify) flags="--vk --public --proof" ;;
    inspect) flags="--json --threads" ;;
    report) flags="--chrome-trace" ;;
    example) flags="--curve --blocks --r1cs --witness" ;;
  esac
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags --help" -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames
  fi
}
complete -F _lockstep lockstep
