import { ContextError, type CoreErrorCode } from "../errors.ts";
import { escapeControls } from "../text/plain_text.ts";
import type { TokenEstimator } from "../text/mod.ts";
import { containerOf, type Structure, type StructureEntry } from "./structure.ts";

/** Fewest tokens that a line takes: its two numbers and a name. */
const MIN_LINE_TOKENS = 3;

/** UTF-16 units of a signature that are shown. */
const MAX_SIGNATURE = 160;

/** What a text of entries may cost. */
export interface FitEntriesOptions {
  /** Most tokens of the text. */
  readonly limit: number;
  readonly estimator: TokenEstimator;
  /** Definitions behind the entries, which are left out in any case. @default 0 */
  readonly more?: number;
  /** Returns the text of some entries, file by file. @default a heading a file, and a line an entry */
  readonly render?: (entries: readonly StructureEntry[]) => string;
  /** Whether entries stay in their order, as the steps of a way do. @default false: they stand file by file */
  readonly keepsOrder?: boolean;
  /** Returns what some entries that are left out are: `3 callers`. @default their number of definitions */
  readonly describe?: (entries: readonly StructureEntry[]) => string;
}

/**
 * Returns as many of the best entries as a text of them has room for, in the order of the text.
 *
 * @param entries Best first.
 * @throws {ContextError} `invalid-budget` when the limit is not a whole number >= 0.
 */
export function fitEntries(
  entries: readonly StructureEntry[],
  options: FitEntriesOptions,
): Pick<Structure, "definitions" | "omitted" | "text" | "budget"> {
  const { limit, estimator, more = 0, render = renderEntries, keepsOrder = false } = options;
  if (!Number.isInteger(limit) || limit < 0) {
    throw new ContextError<CoreErrorCode>(
      "invalid-budget",
      `Cannot answer as the budget must be a whole number >= 0: current value is ${limit}`,
    );
  }
  const take = (count: number) => {
    const shown = entries.slice(0, count);
    const definitions = keepsOrder ? shown : orderByFile(shown);
    const omitted = entries.length - count + more;
    const text = [
      ...(count === 0 ? [] : [render(definitions)]),
      ...tellOmitted(omitted, () => options.describe?.(entries.slice(count))),
    ].join("\n");
    return { definitions, omitted, text, used: estimator.count(text) };
  };
  let fitting = 0;
  let tooMany = Math.min(entries.length, Math.floor(limit / MIN_LINE_TOKENS)) + 1;
  let best = take(0);
  // All of them may cost less than all but one, which say so in a further line.
  const all = tooMany > entries.length ? take(entries.length) : best;
  if (all.omitted === more && all.used <= limit) [fitting, best] = [tooMany - 1, all];
  while (fitting + 1 < tooMany) {
    const middle = (fitting + tooMany) >> 1;
    const tried = take(middle);
    if (tried.used > limit) tooMany = middle;
    else {
      fitting = middle;
      best = tried;
    }
  }
  // Where not even the last line has room, the number of those left out still says it.
  const { used, text, ...rest } = best.used > limit ? { ...best, text: "", used: 0 } : best;
  return { ...rest, text, budget: { limit, used, estimator: estimator.name } };
}

/** Returns entries file by file, the file of the best first, and those of a file in line order. */
function orderByFile(entries: readonly StructureEntry[]): StructureEntry[] {
  return [...Map.groupBy(entries, ({ path }) => path).values()].flatMap((own) =>
    own.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)
  );
}

function tellOmitted(count: number, describe: () => string | undefined): string[] {
  if (count === 0) return [];
  return [`Left out: ${describe() ?? `${count} ${count === 1 ? "definition" : "definitions"}`}\n`];
}

/**
 * Returns a heading for each file and a line for each entry: lines, signature, reasons. A definition stands
 * deeper than what it is in, or behind its name where that is not shown.
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
      const head = cut(signature === "" ? symbol : signature);
      return escapeControls(
        `  ${ranges[i]!.padEnd(width)}  ${"  ".repeat(depth)}${within}${head}${why}`,
      );
    });
    return `${[escapeControls(path), ...lines].join("\n")}\n`;
  });
  return files.join("\n");
}

function cut(signature: string): string {
  return signature.length <= MAX_SIGNATURE ? signature : `${signature.slice(0, MAX_SIGNATURE)}…`;
}
