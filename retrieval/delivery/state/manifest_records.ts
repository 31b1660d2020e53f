import type { State } from "./open_state.ts";
import { noteUnrecorded } from "./state_error.ts";

const SELECT_HASH = "SELECT hash FROM manifests WHERE path = ?";
const INSERT_HASH = `INSERT INTO manifests (path, hash, acknowledged_at) VALUES (?, ?, ?)
  ON CONFLICT (path) DO NOTHING`;
const UPSERT_HASH = `INSERT INTO manifests (path, hash, acknowledged_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, acknowledged_at = excluded.acknowledged_at`;

/**
 * Returns the hash of the manifest that was agreed to, after taking `hash` for it when there was none. What can not
 * be kept now is so the next time: whoever looks at a manifest need not write.
 *
 * @param path Of the manifest, relative to the root.
 */
export function agreedManifest(state: State, path: string, hash: string): string {
  const known = state.read(() => state.findValue<string>(SELECT_HASH, path));
  if (known !== undefined) return known;
  const kept = writeIfPossible(state, () => {
    state.statement(INSERT_HASH).run(path, hash, state.now());
    return state.findValue<string>(SELECT_HASH, path)!;
  });
  return kept ?? hash;
}

/** Returns what writing gives; undefined where the file can not be written now. */
function writeIfPossible<Result>(state: State, body: () => Result): Result | undefined {
  try {
    return state.write(body);
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
    return undefined;
  }
}

/** Notes that somebody agrees to a manifest as it is. */
export function acknowledgeManifest(state: State, path: string, hash: string): void {
  state.write(() => state.statement(UPSERT_HASH).run(path, hash, state.now()));
}
