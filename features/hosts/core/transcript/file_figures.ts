/** Tokens of a file. */
export interface FileTokens {
  /** As in the transcript's events. */
  readonly path: string;
  /** Of all times. */
  readonly tokens: number;
  /** How often it came about. */
  readonly times: number;
}

/** Tokens that a session spent on what it need not have read, by file, most tokens first. */
export interface NeedlessReads {
  /** Of all files. */
  readonly tokens: number;
  /** Each file once. */
  readonly files: readonly FileTokens[];
}

/** How much of what came into the context was of use. */
export interface FileDilution {
  /** Of all that came. */
  readonly tokens: number;
  /** Of what no use was seen of. */
  readonly unusedTokens: number;
  /** Their share, from 0 to 1; 0 when there are none. */
  readonly dilution: number;
  /** Files that no use was seen of, most tokens first. */
  readonly unused: readonly FileTokens[];
  /** Files that were used, sorted by code units. */
  readonly used: readonly string[];
}

/** Text of a file that came into the context. */
export interface ShownText {
  readonly path: string;
  readonly tokens: number;
  /** Whether a use of the file was seen since. */
  isUsed: boolean;
}

/** Returns how much of what was shown was of use; each text counts by itself. */
export function toDilution(shown: ReadonlyMap<string, readonly ShownText[]>): FileDilution {
  const all = [...shown.values()].flat();
  const unused = all.filter(({ isUsed }) => !isUsed);
  const used = new Set(all.filter(({ isUsed }) => isUsed).map(({ path }) => path));
  const [tokens, unusedTokens] = [sumTokens(all), sumTokens(unused)];
  const dilution = tokens === 0 ? 0 : unusedTokens / tokens;
  return { tokens, unusedTokens, dilution, unused: sumFiles(unused), used: [...used].sort() };
}

/** Returns the sum of what need not have been read. */
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
