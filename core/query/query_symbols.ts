import type { Zone } from "./find_zones.ts";
import type { ParsedQuery } from "./parse_query.ts";

/** A symbol that a query names. */
export interface WeightedSymbol {
  /** Its own name. */
  readonly name: string;
  /** The names it is in, from the outermost; empty for a single name. */
  readonly qualifiers: readonly string[];
  /** From above 0 to 1: how likely the query is about it. */
  readonly weight: number;
}

/** Weight of a name by its line: sentences name the subject, code mostly the author's own names. */
const ZONE_WEIGHTS: Readonly<Record<Zone, number>> = {
  title: 1,
  heading: 0.8,
  prose: 0.7,
  error: 0.5,
  diagnostic: 0.7,
  frame: 0,
  trace: 0.1,
  test: 0.3,
  log: 0.1,
  code: 0.2,
  diff: 0.4,
  environment: 0,
  template: 0,
  quote: 0.4,
};

/** Weight of the function of the innermost frame, and factor for each call further out. */
const FRAME_WEIGHT = 0.6;
const FRAME_DECAY = 0.5;

/** Frames further out than this name no symbols. */
const MAX_DEPTH = 3;

const SEPARATOR_REGEXP = /\.|::|#|->|\\|\/(?=\d)/;
const NAME_REGEXP = /^[\w$]+$/;

/** Returns the symbols that a query names, each once, highest weight first. */
export function querySymbols(parsed: ParsedQuery): readonly WeightedSymbol[] {
  const found = new Map<string, WeightedSymbol>();
  // The only line of a query is its title.
  const hasTitle = parsed.lines.some(({ zone }) => zone === "title");
  const add = (names: readonly string[], weight: number) => {
    const name = names.at(-1);
    const key = names.join(".");
    if (name === undefined || weight <= (found.get(key)?.weight ?? 0)) return;
    found.set(key, { name, qualifiers: names.slice(0, -1), weight });
  };
  const weighZone = (zone: Zone) => ZONE_WEIGHTS[zone === "prose" && !hasTitle ? "title" : zone];
  for (const { names, zone } of parsed.symbols) add(names, weighZone(zone));
  for (const { start, end, zone } of parsed.codeSpans) {
    const name = parsed.text.slice(start, end).trim();
    if (NAME_REGEXP.test(name)) add([name], weighZone(zone));
  }
  for (const { symbol, depth } of parsed.frames) {
    if (symbol === undefined || depth > MAX_DEPTH) continue;
    const names = symbol.split(SEPARATOR_REGEXP).filter((name) => NAME_REGEXP.test(name));
    add(names, FRAME_WEIGHT * FRAME_DECAY ** depth);
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}
