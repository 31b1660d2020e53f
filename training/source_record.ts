/** Record of a repository from which pairs were extracted. */
export interface SourceRecord {
  /** Name with the owner. */
  readonly name: string;
  /** Purpose: `train`, or `dev` for measurements. */
  readonly set: string;
  /** Commit of its files. */
  readonly commit: string;
  /** SPDX identifiers of its licences. */
  readonly licences: readonly string[];
  /** SHA-256 of its licence files. */
  readonly licenceHash: string;
  /** Number of pairs or questions by their kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Returns the table of all sources, with a header, and a line for each with its counts by `kinds`.
 */
export function renderSources(records: readonly SourceRecord[], kinds: readonly string[]): string {
  const header = ["repository", "set", "commit", "licences", "licence_sha256", ...kinds];
  const rows = records.map((
    { name, set, commit, licences, licenceHash, counts },
  ) => [
    name,
    set,
    commit,
    licences.join("+"),
    licenceHash,
    ...kinds.map((kind) => counts[kind] ?? 0),
  ]);
  return [header, ...rows].map((row) => `${row.join("\t")}\n`).join("");
}
