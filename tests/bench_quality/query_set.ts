import { join } from "node:path";

/** One query of a benchmark file; further fields of a line are for the scorer. */
export interface QualityQuery {
  readonly repo: string;
  readonly queryId: string;
  readonly query: string;
  /** Folder of the tree that is indexed, with `/`; empty for the whole tree. */
  readonly benchmarkRoot: string;
}

/** The queries over one index. */
export interface QueryGroup {
  readonly repo: string;
  readonly benchmarkRoot: string;
  readonly queries: readonly QualityQuery[];
}

/**
 * Returns the queries of a JSON lines text by what has to be indexed for them, in order of first
 * appearance.
 *
 * @throws {SyntaxError} For a line that is no JSON object with `repo`, `query_id` and `query`.
 */
export function parseQueries(text: string): QueryGroup[] {
  const groups = new Map<string, QualityQuery[]>();
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const query = parseQuery(line, index + 1);
    const key = join(query.repo, query.benchmarkRoot);
    groups.set(key, [...(groups.get(key) ?? []), query]);
  });
  return [...groups.values()].map((queries) => {
    const { repo, benchmarkRoot } = queries[0]!;
    return { repo, benchmarkRoot, queries };
  });
}

function parseQuery(line: string, number: number): QualityQuery {
  const { repo, query_id: queryId, query, benchmark_root: root = "" } = JSON.parse(line);
  for (const value of [repo, queryId, query, root]) {
    if (typeof value === "string") continue;
    throw new SyntaxError(`Cannot read the query in line ${number}: a field is missing or no text`);
  }
  return { repo, queryId, query, benchmarkRoot: root === "." ? "" : root };
}
