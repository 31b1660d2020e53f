import type { StateStore } from "@dossier/retrieval/state";

/** Time after which another process may restart the reading of a transcript, in milliseconds. */
const CLAIM_MS = 120_000;

/** Maximum number of recorded transcripts, the newest first; older ones are removed. */
const MAX_TRANSCRIPTS = 50;

/**
 * A transcript of a session in a tree; stored in the state of the tree, as its path belongs to this
 * machine.
 */
export interface RecordedTranscript {
  /** Absolute. */
  readonly path: string;
  readonly session: string;
  /** Bytes of it that were read and mined; -1 for none. */
  readonly readSize: number;
  /**
   * Its size in bytes when its last reading began, and the number of its proposals that were stored
   * then.
   */
  readonly size: number;
  readonly done: number;
}

const FIND = "SELECT 1 FROM memory_transcripts WHERE path = ?";
const RECORD = `INSERT INTO memory_transcripts (path, session, noted_at, read_size, size, done,
  taken_until) VALUES (?, ?, ?, -1, -1, 0, 0) ON CONFLICT (path) DO NOTHING`;

/** Records the transcript of a session; repeated calls change nothing. */
export async function recordTranscript(
  state: StateStore,
  { path, session }: Pick<RecordedTranscript, "path" | "session">,
): Promise<void> {
  // Nearly always it is recorded, and reading waits for no lock.
  if (await state.read((sql) => sql.value<number>(FIND, path)) !== undefined) return;
  await state.write((sql) => sql.run(RECORD, path, session, state.now()));
}

/** Returns the transcripts of other sessions that no process reads, newest first. */
export async function listTranscripts(
  state: StateStore,
  session: string,
): Promise<readonly RecordedTranscript[]> {
  return await state.read((sql) =>
    sql.all<RecordedTranscript>(
      `SELECT path, session, read_size AS "readSize", size, done FROM memory_transcripts
      WHERE session <> ? AND taken_until <= ? ORDER BY noted_at DESC, path LIMIT ?`,
      session,
      state.now(),
      MAX_TRANSCRIPTS,
    )
  );
}

const CLAIM = `UPDATE memory_transcripts SET taken_until = ?, size = ?, done = ?
  WHERE path = ? AND taken_until <= ?`;

/** Claims a transcript of `size` bytes for reading; returns false when another process has it. */
export async function claimTranscript(
  state: StateStore,
  { path, size, done }: Pick<RecordedTranscript, "path" | "size" | "done">,
): Promise<boolean> {
  const { changes } = await state.write((sql) => {
    const now = state.now();
    return sql.run(CLAIM, now + CLAIM_MS, size, done, path, now);
  });
  return changes > 0;
}

const SET_PROGRESS = "UPDATE memory_transcripts SET done = ?, taken_until = ? WHERE path = ?";

/** Records the number of stored proposals of a transcript, and extends the claim. */
export async function recordProgress(
  state: StateStore,
  { path, done }: Pick<RecordedTranscript, "path" | "done">,
): Promise<void> {
  await state.write((sql) => sql.run(SET_PROGRESS, done, state.now() + CLAIM_MS, path));
}

const FINISH = `UPDATE memory_transcripts SET read_size = size, done = 0, taken_until = 0
  WHERE path = ?`;
const FORGET = `DELETE FROM memory_transcripts WHERE path = ?`;
const FORGET_OLD = `DELETE FROM memory_transcripts WHERE path NOT IN
  (SELECT path FROM memory_transcripts ORDER BY noted_at DESC, path LIMIT ${MAX_TRANSCRIPTS})`;

/**
 * Records that a transcript was mined completely, or removes a missing one; removes the oldest too.
 */
export async function finishTranscript(
  state: StateStore,
  { path, isRemoved = false }: { readonly path: string; readonly isRemoved?: boolean },
): Promise<void> {
  await state.write(async (sql) => {
    await sql.run(isRemoved ? FORGET : FINISH, path);
    await sql.run(FORGET_OLD);
  });
}
