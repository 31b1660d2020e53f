/** Ranked result of a run. */
export interface RunResult {
  /** Path from the tree's root, with `/`. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Cost of showing the path and the lines. */
  readonly tokens: number;
}

/** Ranked results of each query, best first, by the query's id. */
export type Run = ReadonlyMap<string, readonly RunResult[]>;

/** Returns the line of a run file with a query's results, including its line break. */
export function renderRunLine(
  { repo, queryId }: { readonly repo: string; readonly queryId: string },
  results: readonly RunResult[],
): string {
  const rows = results.map(({ path, startLine, endLine, tokens }) => ({
    path,
    start_line: startLine,
    end_line: endLine,
    tokens,
  }));
  return `${JSON.stringify({ repo, query_id: queryId, results: rows })}\n`;
}

/**
 * Returns the run in a text of JSON lines.
 *
 * @throws {SyntaxError} For a line without `query_id`, or with results without lines and tokens.
 */
export function parseRun(text: string): Run {
  const run = new Map<string, RunResult[]>();
  text.split("\n").forEach((line, index) => {
    if (line.trim() === "") return;
    const { query_id: queryId, results } = JSON.parse(line);
    const rows: RunResult[] | undefined = results?.map(
      ({ path, start_line: startLine, end_line: endLine, tokens }: Record<string, never>) => ({
        path,
        startLine,
        endLine,
        tokens,
      }),
    );
    if (typeof queryId !== "string" || rows?.every(isResult) !== true) {
      throw new SyntaxError(
        `Cannot read line ${index + 1} of the run: a field is missing or of a wrong kind`,
      );
    }
    run.set(queryId, rows);
  });
  return run;
}

function isResult({ path, startLine, endLine, tokens }: RunResult): boolean {
  return typeof path === "string" && [startLine, endLine, tokens].every(Number.isFinite);
}
