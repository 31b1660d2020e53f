import { analyzeWord } from "../text/analyze.ts";
import { scanNames } from "../text/scan_names.ts";
import { createWordCache } from "../text/word_cache.ts";
import type { Part } from "./cut_parts.ts";

/** The words of the parts of a file, for every query. */
export interface PartIndex {
  /** For each term, the lists of {@link names} that have it. */
  readonly terms: ReadonlyMap<string, readonly (readonly number[])[]>;
  /** For each name, the numbers of the parts that it stands in, one for each time, in order. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  readonly parts: readonly PartWords[];
}

/** What the text of a part says whatever is asked. */
interface PartWords {
  /** Names in it, each as often as it occurs. */
  readonly length: number;
  /** Distinct terms of its heads. */
  readonly head: readonly string[];
  /** Distinct terms of the name of what it is in. */
  readonly container: readonly string[];
  /** Whether it imports or exports what others define. */
  readonly isImports: boolean;
}

const IMPORTS_REGEXP = /^\s*(?:import|from|use|using|require|package|#include|export [{*])/m;

/** The same names stand in many files. */
const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 14 });

/** To index the parts of a file takes a hundred times as long as to ask them; it lasts as long as they do. */
const KNOWN = new WeakMap<readonly Part[], PartIndex>();

/** Returns the words of the parts of a text; the same parts are always of the same lines. */
export function indexParts(
  { lines, parts }: { readonly lines: readonly string[]; readonly parts: readonly Part[] },
): PartIndex {
  const known = KNOWN.get(parts);
  if (known !== undefined) return known;
  const names = new Map<string, number[]>();
  const lengths = parts.map(({ startLine, endLine }, i) => {
    let length = 0;
    for (const line of lines.slice(startLine - 1, endLine)) {
      scanNames(line, (start, end) => {
        length++;
        append(names, line.slice(start, end), i);
      });
    }
    return length;
  });
  const terms = new Map<string, (readonly number[])[]>();
  for (const [name, all] of names) {
    for (const term of termsOf(name, 0, name.length)) append(terms, term, all);
  }
  const found = {
    terms,
    names,
    parts: parts.map((part, i): PartWords => ({
      length: lengths[i]!,
      head: listTerms(part.head),
      container: listTerms(part.container),
      isImports: part.kind === "block" &&
        IMPORTS_REGEXP.test(lines.slice(part.startLine - 1, part.endLine).join("\n")),
    })),
  };
  KNOWN.set(parts, found);
  return found;
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [value]);
  else known.push(value);
}

function listTerms(text: string): readonly string[] {
  const found = new Set<string>();
  scanNames(text, (start, end) => {
    for (const term of termsOf(text, start, end)) found.add(term);
  });
  return [...found];
}
