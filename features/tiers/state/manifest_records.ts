import { noteUnrecorded, type Sql, type StateStore } from "@dossier/retrieval/state";

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
export async function agreedManifest(
  state: StateStore,
  path: string,
  hash: string,
): Promise<string> {
  const known = await state.read((sql) => sql.value<string>(SELECT_HASH, path));
  if (known !== undefined) return known;
  const kept = await writeIfPossible(state, async (sql) => {
    await sql.run(INSERT_HASH, path, hash, state.now());
    return (await sql.value<string>(SELECT_HASH, path))!;
  });
  return kept ?? hash;
}

/** Returns what writing gives; undefined where the file can not be written now. */
async function writeIfPossible<Result>(
  state: StateStore,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await state.write(work);
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
    return undefined;
  }
}

/** Notes that somebody agrees to a manifest as it is. */
export async function acknowledgeManifest(
  state: StateStore,
  path: string,
  hash: string,
): Promise<void> {
  await state.write((sql) => sql.run(UPSERT_HASH, path, hash, state.now()));
}
