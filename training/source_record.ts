/** What is recorded of a repository that pairs were read from. */
export interface SourceRecord {
  /** With its owner. */
  readonly name: string;
  /** What it is for: `train`, or `dev` to measure by. */
  readonly set: string;
  /** Commit that its files were read at. */
  readonly commit: string;
  /** SPDX identifiers of its licences. */
  readonly licences: readonly string[];
  /** SHA-256 of its licence files. */
  readonly licenceHash: string;
  /** Pairs or questions by their kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Returns the table of all sources, with a header, and a line each with their counts by `kinds`. */
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
