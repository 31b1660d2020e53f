import type { StateStore } from "@dossier/retrieval/state";

/** How long somebody may read a transcript before another begins anew, in milliseconds. */
const TAKEN_MS = 120_000;

/** Transcripts that are looked at, the newest first; older ones are forgotten. */
const MAX_TRANSCRIPTS = 50;

/** A transcript of a session in a tree; kept in the state of the tree, as its path is one of this machine. */
export interface NotedTranscript {
  /** Absolute. */
  readonly path: string;
  readonly session: string;
  /** Bytes of it that were read and remembered; -1 for none. */
  readonly readSize: number;
  /** Bytes of it when it was last begun, and how many of its proposals were remembered then. */
  readonly size: number;
  readonly done: number;
}

const FIND = "SELECT 1 FROM memory_transcripts WHERE path = ?";
const NOTE = `INSERT INTO memory_transcripts (path, session, noted_at, read_size, size, done,
  taken_until) VALUES (?, ?, ?, -1, -1, 0, 0) ON CONFLICT (path) DO NOTHING`;

/** Notes where the host writes a session down; once is enough. */
export async function noteTranscript(
  state: StateStore,
  { path, session }: Pick<NotedTranscript, "path" | "session">,
): Promise<void> {
  // Nearly always it is known, and reading waits for nobody.
  if (await state.read((sql) => sql.value<number>(FIND, path)) !== undefined) return;
  await state.write((sql) => sql.run(NOTE, path, session, state.now()));
}

/** Returns the transcripts of other sessions that nobody reads now, the newest first. */
export async function listTranscripts(
  state: StateStore,
  session: string,
): Promise<readonly NotedTranscript[]> {
  return await state.read((sql) =>
    sql.all<NotedTranscript>(
      `SELECT path, session, read_size AS "readSize", size, done FROM memory_transcripts
      WHERE session <> ? AND taken_until <= ? ORDER BY noted_at DESC, path LIMIT ?`,
      session,
      state.now(),
      MAX_TRANSCRIPTS,
    )
  );
}

const TAKE = `UPDATE memory_transcripts SET taken_until = ?, size = ?, done = ?
  WHERE path = ? AND taken_until <= ?`;

/** Takes a transcript of so many bytes to read it, and returns whether nobody else had. */
export async function takeTranscript(
  state: StateStore,
  { path, size, done }: Pick<NotedTranscript, "path" | "size" | "done">,
): Promise<boolean> {
  const { changes } = await state.write((sql) => {
    const now = state.now();
    return sql.run(TAKE, now + TAKEN_MS, size, done, path, now);
  });
  return changes > 0;
}

const KEEP = "UPDATE memory_transcripts SET done = ?, taken_until = ? WHERE path = ?";

/** Notes how many proposals of a transcript are remembered, and that it is still being read. */
export async function keepProgress(
  state: StateStore,
  { path, done }: Pick<NotedTranscript, "path" | "done">,
): Promise<void> {
  await state.write((sql) => sql.run(KEEP, done, state.now() + TAKEN_MS, path));
}

const FINISH = `UPDATE memory_transcripts SET read_size = size, done = 0, taken_until = 0
  WHERE path = ?`;
const FORGET = `DELETE FROM memory_transcripts WHERE path = ?`;
const FORGET_OLD = `DELETE FROM memory_transcripts WHERE path NOT IN
  (SELECT path FROM memory_transcripts ORDER BY noted_at DESC, path LIMIT ${MAX_TRANSCRIPTS})`;

/** Notes that all of a transcript is remembered, or forgets one that is gone; and forgets the oldest. */
export async function endTranscript(
  state: StateStore,
  { path, isGone = false }: { readonly path: string; readonly isGone?: boolean },
): Promise<void> {
  await state.write(async (sql) => {
    await sql.run(isGone ? FORGET : FINISH, path);
    await sql.run(FORGET_OLD);
  });
}
