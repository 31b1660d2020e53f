import { noteUnrecorded, type Sql, type StateStore } from "@dossier/retrieval/state";

const SELECT_HASH = "SELECT hash FROM manifests WHERE path = ?";
const INSERT_HASH = `INSERT INTO manifests (path, hash, acknowledged_at) VALUES (?, ?, ?)
  ON CONFLICT (path) DO NOTHING`;
const UPSERT_HASH = `INSERT INTO manifests (path, hash, acknowledged_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, acknowledged_at = excluded.acknowledged_at`;

/**
 * Returns the hash of the acknowledged manifest. The first manifest counts as acknowledged: when
 * there is none, `hash` is stored, unless the state cannot be written, as showing a manifest must
 * not need write access.
 *
 * @param path Path of the manifest, relative to the root.
 */
export async function acknowledgedManifestHash(
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

/** Returns the result of a write; undefined when the state cannot be written. */
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

/** Records that the user agrees to a manifest as it is. */
export async function acknowledgeManifest(
  state: StateStore,
  path: string,
  hash: string,
): Promise<void> {
  await state.write((sql) => sql.run(UPSERT_HASH, path, hash, state.now()));
}
