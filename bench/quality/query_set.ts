/** Target of a query. */
export interface QualityTarget {
  /** Path as the annotator wrote it, from the tree's root or from a folder in it. */
  readonly path: string;
  /** Path from the tree's root; null when the annotator's path is not a file of the tree. */
  readonly resolved: string | null;
  /** First 1-based target line; null for the whole file. */
  readonly startLine: number | null;
  /** Last 1-based target line; null for the whole file. */
  readonly endLine: number | null;
}

/** Query of a benchmark file. */
export interface QualityQuery {
  readonly repo: string;
  readonly queryId: string;
  readonly query: string;
  /** Indexed folder of the tree, with `/`; empty for the whole tree. */
  readonly benchmarkRoot: string;
  /** Kind of query, for which scores are also reported separately; empty when unknown. */
  readonly category: string;
  /** Targets to find; empty when unknown. */
  readonly targets: readonly QualityTarget[];
  /** Project of the tree's history: `owner/name` or only the name. */
  readonly project?: string | undefined;
  /** Commit of the tree; present when the queries of a project are about several commits. */
  readonly baseCommit?: string | undefined;
  /** Commit with the target change; later than the commit of the tree. */
  readonly sha?: string | undefined;
}

/** Queries over one index. */
export interface QueryGroup<Query extends QualityQuery> {
  readonly repo: string;
  readonly benchmarkRoot: string;
  readonly queries: readonly Query[];
}

/**
 * Returns the queries in a text of JSON lines, in order.
 *
 * @throws {SyntaxError} For a line that is not a JSON object with `repo`, `query_id` and `query`.
 */
export function parseQueries(text: string): QualityQuery[] {
  return text.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [parseQuery(line, index + 1)]
  );
}

/** Returns the queries grouped by the folder to index, in order of first occurrence. */
export function groupQueries<Query extends QualityQuery>(
  queries: readonly Query[],
): QueryGroup<Query>[] {
  const groups = Map.groupBy(queries, ({ repo, benchmarkRoot }) => `${repo}/${benchmarkRoot}`);
  return [...groups.values()].map((queries) => {
    const { repo, benchmarkRoot } = queries[0]!;
    return { repo, benchmarkRoot, queries };
  });
}

function parseQuery(line: string, number: number): QualityQuery {
  const { repo, query_id: queryId, query, benchmark_root: root = "", ...rest } = parseLine(line);
  for (const value of [repo, queryId, query, root]) {
    if (typeof value === "string") continue;
    throw new SyntaxError(`Cannot read the query in line ${number}: a field is missing or no text`);
  }
  return {
    repo,
    queryId,
    query,
    benchmarkRoot: root === "." ? "" : root,
    category: rest.category ?? "",
    targets: (rest.targets ?? []).map(toTarget),
    project: rest.project,
    baseCommit: rest.base_commit,
    sha: rest.sha,
  };
}

/** Returns the object in a line, or an empty one for another value. */
function parseLine(line: string) {
  try {
    return JSON.parse(line) ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function toTarget(
  { path, resolved, start_line: startLine, end_line: endLine }: {
    readonly path: string;
    readonly resolved?: string | null;
    readonly start_line?: number | null;
    readonly end_line?: number | null;
  },
): QualityTarget {
  return {
    path,
    resolved: resolved ?? null,
    startLine: startLine ?? null,
    endLine: endLine ?? null,
  };
}
