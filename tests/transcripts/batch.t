Many inputs as an array of jobs of Slurm, by stand-ins of its commands. The first look at the queue fails, as it does while a controller
restarts; the tasks run at the third.

  $ cp "$scenes"/bouncing_ball.json "$scenes"/double_pendulum.json "$scenes"/pendulum_spring.json . && mkdir bin
  $ cat > bin/sbatch <<'END'
  > #!/bin/sh
  > echo "sbatch $*" >> "$PWD/asked"
  > for script; do :; done
  > cp "$script" job.sh
  > echo '42;cluster'
  > END
  $ cat > bin/squeue <<'END'
  > #!/bin/sh
  > echo "squeue $*" >> "$PWD/asked"
  > looks=$(grep -c ^squeue asked)
  > if [ "$looks" -eq 1 ]; then echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)' >&2; exit 1; fi
  > if [ "$looks" -eq 2 ]; then echo RUNNING; echo PENDING; exit 0; fi
  > for task in 1 2; do SLURM_ARRAY_TASK_ID=$task sh job.sh > "log.$task" 2>&1; echo "task $task ended with $?" >> asked; done
  > END
  $ chmod +x bin/*; PATH=$PWD/bin:$PATH
  $ drawbar batch slurm --tasks 2 --cpus 3 --poll 0.1 --sbatch=--partition=night simulate bouncing_ball.json double_pendulum.json pendulum_spring.json --duration 0.2 --output tables --results done
  job 42: 3 inputs in 2 parts
  bouncing_ball.json: 5 frames of bouncing_ball, state ba41fca87cba2450
  double_pendulum.json: 5 frames of double_pendulum, state 7f98d4b07d1be787
  pendulum_spring.json: 5 frames of pendulum_spring, state b13d4849417bacd6
  $ cat asked; sed "s|'[^']*/drawbar'|DRAWBAR|" job.sh; ls tables
  sbatch --parsable --output=FOLDER/done/slurm/%A_%a.log --partition=night FOLDER/done/slurm/job.sh
  squeue --noheader --jobs=42 --format=%T
  squeue --noheader --jobs=42 --format=%T
  squeue --noheader --jobs=42 --format=%T
  task 1 ended with 0
  task 2 ended with 0
  #!/bin/sh
  # Written by drawbar batch slurm: one part of what is missing. A part that is started again, here or on
  # another machine, finds what it had done.
  #SBATCH --job-name=drawbar-simulate
  #SBATCH --array=1-2
  #SBATCH --cpus-per-task=3
  #SBATCH --requeue
  #SBATCH --open-mode=append
  cd 'FOLDER' || exit 3
  DRAWBAR 'simulate' 'bouncing_ball.json' 'double_pendulum.json' 'pendulum_spring.json' '--duration' '0.2' '--output' 'tables' '--results' 'done' --part "$SLURM_ARRAY_TASK_ID/2" --jobs 3 --only 'FOLDER/done/slurm/missing.txt'
  # An input that is wrong is a result, not a failure of the job.
  code=$?; [ "$code" -eq 1 ] && exit 0; exit "$code"
  bouncing_ball.csv
  double_pendulum.csv
  pendulum_spring.csv

Asked again: the job of before, as it seems, still runs and is waited for. Then nothing is missing.

  $ rm asked; drawbar batch slurm --tasks 2 --poll 0.1 simulate bouncing_ball.json double_pendulum.json pendulum_spring.json --duration 0.2 --output tables --results done; cat asked
  job 42 of an earlier call still runs; waiting for it
  bouncing_ball.json: 5 frames of bouncing_ball, state ba41fca87cba2450
  double_pendulum.json: 5 frames of double_pendulum, state 7f98d4b07d1be787
  pendulum_spring.json: 5 frames of pendulum_spring, state b13d4849417bacd6
  squeue --noheader --jobs=42 --format=%T
  squeue --noheader --jobs=42 --format=%T
  squeue --noheader --jobs=42 --format=%T
  task 1 ended with 0
  task 2 ended with 0

Slurm does not take it.

  $ printf '#!/bin/sh\necho "sbatch: error: invalid partition specified: night" >&2\nexit 1\n' > bin/sbatch
  $ drawbar batch slurm --poll 0.1 simulate bouncing_ball.json --duration 0.3 --output tables --results other
  sbatch did not take the job: sbatch: error: invalid partition specified: night
  [3]
