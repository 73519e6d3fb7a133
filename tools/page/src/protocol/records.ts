// Course records: the attempts that the daemon keeps, read over HTTP.
import { words } from "../words";

export interface AttemptRecord {
  id: number;
  trainee: string;
  station: string;
  exercise: string;
  /** Name of the exercise's; empty: none. */
  variant: string;
  attempt: number;
  /** As the daemon was given it; empty: none. */
  recording: string;
  /** UTC, ISO 8601. */
  ended: string;
  /** A name of drawbar.exercise.Outcome. */
  outcome: string;
  /** s of simulation that count. */
  time: number;
  /** 0 to 100. */
  points: number;
  passed: boolean;
}

interface RecordText extends Omit<AttemptRecord, "exercise" | "attempt" | "points" | "passed"> {
  score: { exercise: string; attempt: number; score: number; passed: boolean };
}

export function recordsFrom(text: string): AttemptRecord[] {
  return (JSON.parse(text) as RecordText[]).map(({ score, ...row }) => ({
    ...row, exercise: score.exercise, attempt: score.attempt, points: score.score, passed: score.passed,
  }));
}

const bearing = (token: string) => ({ headers: token ? { Authorization: `Bearer ${token}` } : undefined, cache: "no-store" as const });

/** The bytes of a recording that the daemon has. Rejects with what to tell. */
export async function fetchRecording(token: string, name: string): Promise<Uint8Array> {
  const answer = await fetch(`/recordings/${encodeURIComponent(name)}`, bearing(token))
    .catch(() => Promise.reject(new Error(words("The recording did not come: there is no connection."))));
  if (answer.status === 404) throw new Error(words("The daemon has no recording {file}.", { file: name }));
  if (answer.status === 401) throw new Error(words("The daemon's recordings are for who has an instructor's token."));
  if (!answer.ok) throw new Error(words("The recording did not come: {reason}", { reason: (await answer.text()).trim() || `${answer.status}` }));
  return new Uint8Array(await answer.arrayBuffer());
}

/** Oldest first. `token` empty: none was given. Rejects with what to tell an instructor. */
export async function fetchRecords(token: string): Promise<AttemptRecord[]> {
  const answer = await fetch("/records", bearing(token))
    .catch(() => Promise.reject(new Error(words("The course records did not come: there is no connection."))));
  if (answer.status === 404) throw new Error(words("This daemon keeps no course records. It does when it is started with --records FILE."));
  if (answer.status === 401) throw new Error(words("Course records are for who has an instructor's token."));
  const text = await answer.text();
  if (!answer.ok) throw new Error(words("The course records did not come: {reason}", { reason: text.trim() || `${answer.status}` }));
  return recordsFrom(text);
}
