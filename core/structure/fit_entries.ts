import { ContextError, type CoreErrorCode } from "../errors.ts";
import { escapeControls } from "../text/plain_text.ts";
import type { TokenEstimator } from "../text/mod.ts";
import { containerOf, type Structure, type StructureEntry } from "./structure.ts";

/** Minimum number of tokens of a line: its two numbers and a name. */
const MIN_LINE_TOKENS = 3;

/** Maximum number of UTF-16 units of a signature that are shown. */
const MAX_SIGNATURE = 160;

/** Limit and form of a text of entries. */
export interface FitEntriesOptions {
  /** Maximum number of tokens of the text. */
  readonly limit: number;
  readonly estimator: TokenEstimator;
  /** Number of definitions after the entries, which are left out in any case. @default 0 */
  readonly alreadyOmitted?: number;
  /**
   * Returns the text of entries, file by file. @default a heading for each file, and a line for
   * each entry
   */
  readonly render?: (entries: readonly StructureEntry[]) => string;
  /**
   * True when entries stay in their order, as the steps of a path do. @default false: they are
   * grouped by file
   */
  readonly keepsOrder?: boolean;
  /**
   * Returns a description of the entries that are left out: `3 callers`. @default their number of
   * definitions
   */
  readonly formatOmitted?: (entries: readonly StructureEntry[]) => string;
}

/**
 * Returns as many of the best entries as fit into a text of them, in the order of the text.
 *
 * @param entries Best first.
 * @throws {ContextError} `invalid-budget` when the limit is not a whole number >= 0.
 */
export function fitEntries(
  entries: readonly StructureEntry[],
  options: FitEntriesOptions,
): Pick<Structure, "definitions" | "omitted" | "text" | "budget"> {
  const { limit, estimator, alreadyOmitted = 0, render = renderEntries, keepsOrder = false } =
    options;
  if (!Number.isInteger(limit) || limit < 0) {
    throw new ContextError<CoreErrorCode>(
      "invalid-budget",
      `Cannot answer as the budget must be a whole number >= 0: current value is ${limit}`,
    );
  }
  const renderFirst = (count: number) => {
    const shown = entries.slice(0, count);
    const definitions = keepsOrder ? shown : orderByFile(shown);
    const omitted = entries.length - count + alreadyOmitted;
    const text = [
      ...(count === 0 ? [] : [render(definitions)]),
      ...renderOmitted(omitted, () => options.formatOmitted?.(entries.slice(count))),
    ].join("\n");
    return { definitions, omitted, text, used: estimator.count(text) };
  };
  let fitting = 0;
  let tooMany = Math.min(entries.length, Math.floor(limit / MIN_LINE_TOKENS)) + 1;
  let best = renderFirst(0);
  // All entries may cost less than all but one, as these need a further line that says so.
  const all = tooMany > entries.length ? renderFirst(entries.length) : best;
  if (all.omitted === alreadyOmitted && all.used <= limit) [fitting, best] = [tooMany - 1, all];
  while (fitting + 1 < tooMany) {
    const middle = (fitting + tooMany) >> 1;
    const tried = renderFirst(middle);
    if (tried.used > limit) tooMany = middle;
    else {
      fitting = middle;
      best = tried;
    }
  }
  // When not even the last line fits, the number of omitted entries still says it.
  const { used, text, ...rest } = best.used > limit ? { ...best, text: "", used: 0 } : best;
  return { ...rest, text, budget: { limit, used, estimator: estimator.name } };
}

/**
 * Returns entries grouped by file, the file of the best entry first, and within a file in line
 * order.
 */
function orderByFile(entries: readonly StructureEntry[]): StructureEntry[] {
  return [...Map.groupBy(entries, ({ path }) => path).values()].flatMap((own) =>
    own.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
  );
}

function renderOmitted(count: number, formatOmitted: () => string | undefined): string[] {
  if (count === 0) return [];
  return [
    `Left out: ${formatOmitted() ?? `${count} ${count === 1 ? "definition" : "definitions"}`}\n`,
  ];
}

/**
 * Returns a heading for each file and a line for each entry: lines, signature, reasons. A
 * definition is indented below its container, or follows the name of the container when that is not
 * shown.
 */
export function renderEntries(entries: readonly StructureEntry[]): string {
  const files = [...Map.groupBy(entries, ({ path }) => path)].map(([path, own]) => {
    const ranges = own.map(({ startLine, endLine }) =>
      startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`
    );
    const width = Math.max(...ranges.map(({ length }) => length));
    const shown = new Map<string, number>();
    const lines = own.map((entry, i) => {
      const { symbol = "", signature, reasons } = entry;
      const container = containerOf(entry);
      const depth = (shown.get(container) ?? -1) + 1;
      if (symbol !== "") shown.set(symbol, depth);
      const within = container === "" || depth > 0 ? "" : `${container}: `;
      const why = reasons.length === 0 ? "" : `  (${reasons.join("; ")})`;
      const head = truncateSignature(signature === "" ? symbol : signature);
      return escapeControls(
        `  ${ranges[i]!.padEnd(width)}  ${"  ".repeat(depth)}${within}${head}${why}`,
      );
    });
    return `${[escapeControls(path), ...lines].join("\n")}\n`;
  });
  return files.join("\n");
}

function truncateSignature(signature: string): string {
  return signature.length <= MAX_SIGNATURE ? signature : `${signature.slice(0, MAX_SIGNATURE)}…`;
}
