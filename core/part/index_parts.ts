import { namesIn } from "../text/scan_names.ts";
import type { Part } from "./cut_parts.ts";
import { listNameTerms } from "./find_terms.ts";

/** The names in the parts of a file, for every query. */
export interface PartIndex {
  /** The distinct names of the text, each with its number. */
  readonly names: ReadonlyMap<string, number>;
  readonly parts: readonly PartNames[];
  /** The terms of its names, once it is asked again: to find them all takes longer than one question does. */
  readonly terms?: PartTerms;
}

/** The terms of the names of a file. */
export interface PartTerms {
  /** The numbers of the names that have each term, as often as they have it. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  /** The distinct terms of the heads of each part, and of the name of what it is in. */
  readonly parts: readonly {
    readonly head: readonly string[];
    readonly container: readonly string[];
  }[];
}

/** What the text of a part says whatever is asked. */
interface PartNames {
  /** The numbers of the names in it, each as often as it occurs. */
  readonly standing: Uint32Array;
  /** The names in its heads. */
  readonly head: readonly string[];
  /** The names in that of what it is in. */
  readonly container: readonly string[];
  /** Whether it imports or exports what others define. */
  readonly isImports: boolean;
}

const IMPORTS_REGEXP = /^\s*(?:import|from|use|using|require|package|#include|export [{*])/m;

/** To index the parts of a file takes ten times as long as to ask them; it lasts as long as they do. */
const KNOWN = new WeakMap<readonly Part[], PartIndex>();

/** Returns the names in the parts of a text; the same parts are always of the same lines. */
export function indexParts(
  { lines, parts }: { readonly lines: readonly string[]; readonly parts: readonly Part[] },
): PartIndex {
  const known = KNOWN.get(parts);
  if (known !== undefined) {
    const withTerms = known.terms ? known : { ...known, terms: indexTerms(known) };
    KNOWN.set(parts, withTerms);
    return withTerms;
  }
  const names = new Map<string, number>();
  const found = {
    names,
    parts: parts.map(({ startLine, endLine, kind, head, container }): PartNames => {
      const text = lines.slice(startLine - 1, endLine).join("\n");
      return {
        standing: numberNames(namesIn(text), names),
        head: namesIn(head),
        container: namesIn(container),
        isImports: kind === "block" && IMPORTS_REGEXP.test(text),
      };
    }),
  };
  KNOWN.set(parts, found);
  return found;
}

/** Returns the numbers of names; new ones are numbered on from those that are known. */
function numberNames(all: readonly string[], known: Map<string, number>): Uint32Array {
  const numbers = new Uint32Array(all.length);
  for (let i = 0; i < all.length; i++) {
    let number = known.get(all[i]!);
    if (number === undefined) {
      number = known.size;
      known.set(all[i]!, number);
    }
    numbers[i] = number;
  }
  return numbers;
}

function indexTerms({ names, parts }: PartIndex): PartTerms {
  const found = new Map<string, number[]>();
  for (const [name, number] of names) {
    for (const term of listNameTerms(name)) {
      const known = found.get(term);
      if (known === undefined) found.set(term, [number]);
      else known.push(number);
    }
  }
  return {
    names: found,
    parts: parts.map(({ head, container }) => ({
      head: distinctTerms(head),
      container: distinctTerms(container),
    })),
  };
}

function distinctTerms(names: readonly string[]): readonly string[] {
  return [...new Set(names.flatMap(listNameTerms))];
}
