#!/bin/sh
# What `drawbar batch kubernetes` writes is a Job by Kubernetes' published schemas, and what deploy/kubernetes renders are objects by
# them, or by our list of Agones' fields; a misspelt key and a wrong type are refused. Needs npm and kubectl; packages go to build/.
#   run.sh [PROGRAMS]    the folder of drawbar (default: build/release/bin)
set -eu
cd "$(dirname "$0")/../../.."
drawbar=$(realpath "${1:-build/release/bin}")/drawbar
work=build/kubernetes
mkdir -p "$work"
cp tests/deploy/kubernetes/package.json tests/deploy/kubernetes/package-lock.json tests/deploy/kubernetes/*.mjs "$work"
# rendered FOLDER or FILE: its objects as one list of JSON.
as_json='import json, sys, yaml; json.dump([d for d in yaml.safe_load_all(sys.stdin) if d], sys.stdout, indent=1)'
for one in base overlays/hall overlays/one-node; do
  kubectl kustomize "deploy/kubernetes/$one" 2> /dev/null | /usr/bin/python3 -c "$as_json" > "$work/$(basename $one).json"
done
/usr/bin/python3 -c "$as_json" < deploy/kubernetes/allocation.yaml > "$work/allocation.json"
npm ci --prefix "$work" --ignore-scripts --no-audit --no-fund --loglevel=error > /dev/null
cd "$work"
"$drawbar" batch kubernetes score course --results scores > plain.json
"$drawbar" batch kubernetes --name night-7 --image hall/drawbar:0.2 --claim hall --mount /srv/hall --tasks 20 --parallelism 5 \
  --cpus 4 --memory 512Mi score 'it'\''s "here"/$(HOME)' --results scores --exercise new.json > full.json
set -- plain.json full.json base.json hall.json one-node.json allocation.json
# refused CHANGE WORD [MANIFEST]: so changed it is to be refused, with the word.
refusals=0
refused() {
  refusals=$((refusals + 1))
  sed "$1" "${3:-plain.json}" > "bad$refusals.json"
  if cmp -s "bad$refusals.json" "${3:-plain.json}"; then echo "changes nothing: $1"; exit 1; fi
  words="$words --refused bad$refusals.json $2"
}
words=
refused 's/"backoffLimit"/"backOffLimit"/' backOffLimit
refused 's/"allowPrivilegeEscalation"/"allowPrivilegeEscalations"/' allowPrivilegeEscalations
refused 's/"completions": 8/"completions": "eight"/' completions
refused 's/"name": "part",//' name
refused 's/"failureThreshold"/"failuresThreshold"/' failuresThreshold base.json
refused 's/"portPolicy": "Dynamic"/"portPolicy": "dynamic"/' portPolicy base.json
refused 's/"rollingUpdate"/"rolingUpdate"/' rolingUpdate base.json
refused 's/"replicas": 4/"replicas": "four"/' replicas base.json
refused 's/"podSelector"/"podsSelector"/' podsSelector base.json
refused 's/"priorityClassName"/"priorityClas"/' priorityClas base.json
refused 's/"matchLabels"/"matchLabel"/' matchLabel allocation.json
# shellcheck disable=SC2086 # words without spaces
node validate.mjs "$@" $words
grep -q '"replicas": 30' hall.json
grep -q '"drawbar/hall": "true"' hall.json
grep -q ReadWriteOnce one-node.json
# The daemon knows every flag that the fleet gives it.
for flag in $(sed -n 's/^ *- \(--[a-z-]*\).*/\1/p' ../../deploy/kubernetes/base/fleet.yaml); do
  "$(dirname "$drawbar")/drawbard" --help | grep -q -- "$flag" || { echo "drawbard has no $flag"; exit 1; }
done
# What the pod's shell runs, as Kubernetes hands it over: $$ has become $.
node -e '
const line = JSON.parse(require("fs").readFileSync("full.json")).spec.template.spec.containers[0].command[2];
process.stdout.write(line.replaceAll("$$", "$"))' > line.sh
printf '#!/bin/sh\nprintf "%%s\\n" "$@"\nexit 1\n' > drawbar
chmod +x drawbar
JOB_COMPLETION_INDEX=19 PATH=$PWD:$PATH sh line.sh > words.txt
printf '%s\n' score "it's \"here\"/\$(HOME)" --results scores --exercise new.json --part 20/20 --jobs 4 | cmp - words.txt
if "$drawbar" batch kubernetes --name Night score course --results scores 2> said.txt; then exit 1; fi
grep -q -- '--name Night; allowed: small letters' said.txt
for lost in /tmp/scores ../scores /datas/scores; do
  if "$drawbar" batch kubernetes score course --results "$lost" 2> said.txt; then echo "accepted: --results $lost"; exit 1; fi
  grep -q -- "--results $lost is not on the volume; allowed: a folder in /data" said.txt
done
"$drawbar" batch kubernetes score course --results /data/scores > /dev/null
echo "manifests are good; misspelt keys are refused"
