/** What a query asks for. */
export interface QualityTarget {
  /** Path as the annotator wrote it: from the tree's root or from further down. */
  readonly path: string;
  /** Path from the tree's root; null when the annotator's path is no file of the tree. */
  readonly resolved: string | null;
  /** First 1-based line that is asked for; null for the whole file. */
  readonly startLine: number | null;
  /** Last 1-based line that is asked for; null for the whole file. */
  readonly endLine: number | null;
}

/** One query of a benchmark file. */
export interface QualityQuery {
  readonly repo: string;
  readonly queryId: string;
  readonly query: string;
  /** Folder of the tree that is indexed, with `/`; empty for the whole tree. */
  readonly benchmarkRoot: string;
  /** Kind of query, by which scores are also told apart; empty when the file does not say. */
  readonly category: string;
  /** What has to be found; empty when the file does not say. */
  readonly targets: readonly QualityTarget[];
  /** Project whose history the tree is from: `owner/name` or a bare name. */
  readonly project?: string | undefined;
  /** Commit that the tree is of, when queries of one project are over several. */
  readonly baseCommit?: string | undefined;
  /** Commit whose change is asked for, made after the one of the tree. */
  readonly sha?: string | undefined;
}

/** The queries over one index. */
export interface QueryGroup<Query extends QualityQuery> {
  readonly repo: string;
  readonly benchmarkRoot: string;
  readonly queries: readonly Query[];
}

/**
 * Returns the queries of a JSON lines text in its order.
 *
 * @throws {SyntaxError} For a line that is no JSON object with `repo`, `query_id` and `query`.
 */
export function parseQueries(text: string): QualityQuery[] {
  return text.split("\n").flatMap((line, index) =>
    line.trim() === "" ? [] : [parseQuery(line, index + 1)]
  );
}

/** Returns the queries by what has to be indexed for them, in order of first appearance. */
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

/** Returns the object in a line; an empty one for what is none. */
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
