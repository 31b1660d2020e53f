/** Tokens of a file. */
export interface FileTokens {
  /** Path as in the transcript's events. */
  readonly path: string;
  /** Tokens of all occurrences. */
  readonly tokens: number;
  /** Number of occurrences. */
  readonly times: number;
}

/** Tokens that a session spent on needless reads, by file, most tokens first. */
export interface NeedlessReads {
  /** Tokens of all files. */
  readonly tokens: number;
  /** Each file once. */
  readonly files: readonly FileTokens[];
}

/** The used share of the texts in the context. */
export interface FileDilution {
  /** Tokens of all texts. */
  readonly tokens: number;
  /** Tokens of texts without an observed use. */
  readonly unusedTokens: number;
  /** Their share, from 0 to 1; 0 when there are none. */
  readonly dilution: number;
  /** Files without an observed use, most tokens first. */
  readonly unused: readonly FileTokens[];
  /** Used files, sorted by code units. */
  readonly used: readonly string[];
}

/** Text of a file in the context. */
export interface ShownText {
  readonly path: string;
  readonly tokens: number;
  /** True when the file was used later. */
  isUsed: boolean;
}

/** Returns the used share of texts; each text counts by itself. */
export function toDilution(shown: ReadonlyMap<string, readonly ShownText[]>): FileDilution {
  const all = [...shown.values()].flat();
  const unused = all.filter(({ isUsed }) => !isUsed);
  const used = new Set(all.filter(({ isUsed }) => isUsed).map(({ path }) => path));
  const [tokens, unusedTokens] = [sumTokens(all), sumTokens(unused)];
  const dilution = tokens === 0 ? 0 : unusedTokens / tokens;
  return { tokens, unusedTokens, dilution, unused: sumFiles(unused), used: [...used].sort() };
}

/** Returns the sum of needless reads. */
export function toNeedless(reads: readonly Omit<FileTokens, "times">[]): NeedlessReads {
  return { tokens: sumTokens(reads), files: sumFiles(reads) };
}

function sumTokens(of: readonly { readonly tokens: number }[]): number {
  return of.reduce((sum, { tokens }) => sum + tokens, 0);
}

function sumFiles(of: readonly Omit<FileTokens, "times">[]): readonly FileTokens[] {
  return [...Map.groupBy(of, ({ path }) => path)].map(([path, same]) => ({
    path,
    tokens: sumTokens(same),
    times: same.length,
  })).sort((a, b) => b.tokens - a.tokens || (a.path < b.path ? -1 : 1));
}
