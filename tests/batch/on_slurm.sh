#!/usr/bin/env bash
# drawbar batch slurm on a real Slurm: one slurmctld and two slurmd on this machine, of which one dies in the middle with all
# that runs on it. The table is that of one machine; what was done stays done; a second call takes only what is missing.
#   on_slurm.sh [PROGRAMS]    the folder of drawbar (default: build/release/bin)
# As root: slurmd starts its jobs' processes. It leaves no process and no file behind.
set -eu
cd "$(dirname "$0")/../.."
# Daemons are not in every PATH.
PATH=$(realpath "${1:-build/release/bin}"):$PATH:/usr/sbin
scenes=$PWD/scenes
recordings=12

folder=$(mktemp -d /tmp/drawbar_slurm_XXXXXX)
host=$(hostname -s)
started=()
# Those of a node's processes that its jobs began, their descendants included: all have its name in their environment.
on_node() { grep -lszE "^SLURMD_NODENAME=$1\$" /proc/[0-9]*/environ 2> /dev/null | sed -n 's,/proc/\([0-9]*\)/environ,\1,p'; }
stepds_of_ours() { grep -lsz "^SLURM_CONF=$folder/slurm.conf" /proc/[0-9]*/environ 2> /dev/null | sed -n 's,/proc/\([0-9]*\)/environ,\1,p'; }
end_all() {
  local p
  for ((i = ${#started[@]} - 1; i >= 0; --i)); do kill -9 "${started[$i]}" 2> /dev/null || true; done
  for p in $(stepds_of_ours); do [ "$p" = $$ ] || kill -9 "$p" 2> /dev/null || true; done
  rm -rf "$folder"
}
trap end_all EXIT
in_background() {
  "$@" > "$folder/${1##*/}.$RANDOM.log" 2>&1 &
  started+=($!)
  disown $!
}
free_port() { /usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

mkdir -m 700 "$folder/key"
head -c 1024 /dev/urandom > "$folder/key/key"
chmod 400 "$folder/key/key"
in_background munged -F --force --key-file="$folder/key/key" --socket="$folder/munge.socket" --pid-file="$folder/munge.pid" \
  --log-file="$folder/munge.log" --seed-file="$folder/munge.seed"
controller=$(free_port)
first=$(free_port)
second=$(free_port)
cat > "$folder/slurm.conf" << END
ClusterName=drawbar
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmdParameters=config_overrides
SlurmdTimeout=6
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$first CPUs=2
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$second CPUs=2
PartitionName=all Nodes=n1,n2 Default=YES State=UP
END
: > "$folder/cgroup.conf"
mkdir -p "$folder/state" "$folder/spool-n1" "$folder/spool-n2"
export SLURM_CONF=$folder/slurm.conf
until [ -S "$folder/munge.socket" ]; do sleep 0.1; done
in_background slurmctld -D
in_background slurmd -D -N n1
in_background slurmd -D -N n2
node_two=${started[-1]}
cd "$folder"

# Recordings of different lengths, long enough to be in the middle of some when the node dies.
for i in $(seq "$recordings"); do echo "$i"; done | xargs -P 2 -I{} sh -c "drawbar simulate $scenes/exercises/slalom_wet.json \
  --controls $scenes/exercises/slalom_wet.good.csv --duration \$((150 + {})) --output /dev/null --record r{}.mcap"
mkdir runs
mv r*.mcap runs
drawbar score runs --results alone > alone.txt

end=$((SECONDS + 30))
until [ "$(sinfo --noheader --format=%t --nodes=n1,n2 2> /dev/null | sort -u)" = idle ]; do
  [ $SECONDS -lt $end ] || { cat slurm*.log; echo "Slurm did not come up"; exit 1; }
  sleep 0.2
done

parts() { ls results/parts 2> /dev/null | wc -l; }
drawbar batch slurm --tasks 6 --poll 0.5 score runs --results results > batch.txt 2> batch.err &
batch=$!
# In the middle: some are done, and the second node works.
end=$((SECONDS + 60))
until [ "$(parts)" -ge 3 ] && [ -n "$(on_node n2)" ]; do
  if [ $SECONDS -ge $end ] || ! kill -0 $batch 2> /dev/null; then
    cat batch.err slurmctld.log results/slurm/*.log
    echo "the array was not seen running on the second node"
    exit 1
  fi
  sleep 0.05
done
# A machine's end: what watches over its tasks goes before they do, and tells nobody of theirs.
tasks=$(on_node n2)
watchers=$(for p in $tasks; do ps -o ppid= -p "$p"; done | sort -u | while read -r p; do
  [ "$(ps -o comm= -p "$p")" != slurmstepd ] || echo "$p"
done)
[ -n "$watchers" ]
# shellcheck disable=SC2086
kill -9 "$node_two" $watchers $tasks 2> /dev/null || true
ls -i results/parts | sort > done_before.txt
echo "the node died with $(wc -l < done_before.txt) of $recordings done"

code=0
wait $batch || code=$?
cat batch.err
[ $code -eq 0 ] || { cat slurmctld.log; exit 1; }
cmp alone/table.csv results/table.csv
cmp alone/table.jsonl results/table.jsonl
cmp alone.txt batch.txt
ls -i results/parts | sort > done_after.txt
[ -z "$(comm -23 done_before.txt done_after.txt)" ] || { echo "what was done was done again"; exit 1; }
grep -q 'Nodes n2 not responding, setting DOWN' slurmctld.log || { echo "Slurm did not notice the node's end"; exit 1; }
grep -qi requeu slurmctld.log || { echo "no task was started again"; exit 1; }

# Two results go: the second call submits two inputs, and the table is the same.
ls results/parts | head -n 2 | sed 's,^,results/parts/,' | xargs rm
drawbar batch slurm --tasks 6 --poll 0.5 score runs --results results > again.txt 2> again.err
cat again.err
grep -q '2 inputs in 2 parts' again.err
cmp alone/table.csv results/table.csv
# With nothing missing nothing is submitted.
drawbar batch slurm score runs --results results > again.txt 2> again.err
[ ! -s again.err ]
echo "$recordings recordings, one node killed: the same table"
