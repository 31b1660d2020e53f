/** What begins something else than a text in YAML: an alias, an anchor, a tag, a directive, or nothing yet. */
const INDICATOR_REGEXP = /(?:^|[\s,[{])([*&!@`%][^\n]*)$/;

/** A value in brackets, or before a comment, ends before the end of its line. */
const END_REGEXP = /\s*(?:[,\]}].*|\s#.*)?\r?$/;

/** What the parser says of a text with a colon in it. */
const NESTED = "Nested mappings are not allowed in compact mappings";

/** What is wrong with a YAML text, and where. */
export interface YamlFault {
  /** In UTF-16 code units. */
  readonly offset: number;
  /** Half a sentence. */
  readonly message: string;
}

/**
 * Returns what is wrong with a YAML text for people who did not mean what YAML reads, with the fix; of anything else
 * what the parser says.
 */
export function explainYamlFault(text: string, fault: YamlFault): YamlFault {
  const indicator = findIndicator(text, fault.offset);
  if (indicator !== undefined) {
    return { offset: indicator.offset, message: formatIndicatorProblem(indicator.written) };
  }
  return fault.message === NESTED
    ? { offset: fault.offset, message: 'a text with ": " in it must be in quotes' }
    : fault;
}

/** Returns the text at an offset as it is written, from the mark that makes it something else; undefined without one. */
export function findIndicator(text: string, offset: number) {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const to = text.indexOf("\n", offset);
  const [, found] = INDICATOR_REGEXP.exec(text.slice(from, offset + 1)) ?? [];
  if (found === undefined) return undefined;
  const start = offset + 1 - found.length;
  const written = text.slice(start, to < 0 ? undefined : to).replace(END_REGEXP, "");
  return { offset: start, written };
}

/** Returns half a sentence on a text that begins with a mark. */
export function formatIndicatorProblem(written: string): string {
  return `a text that begins with "${written[0]}" must be in quotes: write ${
    JSON.stringify(written)
  }`;
}
