/**
 * Start of a value in YAML that is not a plain text: an alias, an anchor, a tag, a directive, or a
 * reserved character.
 */
const INDICATOR_REGEXP = /(?:^|[\s,[{])([*&!@`%][^\n]*)$/;

/** End of a value on its line: a bracket, or a comment. */
const END_REGEXP = /\s*(?:[,\]}].*|\s#.*)?\r?$/;

/** Message of the parser for a text with a colon in it. */
const NESTED = "Nested mappings are not allowed in compact mappings";

/** Fault of a YAML text with its location. */
export interface YamlFault {
  /** Offset in UTF-16 code units. */
  readonly offset: number;
  /** Message without a period, as half a sentence. */
  readonly message: string;
}

/**
 * Returns a fault with a message and fix for people who meant a plain text that YAML reads in
 * another way; other faults unchanged.
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

/**
 * Returns the text at an offset as written, from the indicator that gives it another meaning;
 * undefined without an indicator.
 */
export function findIndicator(text: string, offset: number) {
  const from = text.lastIndexOf("\n", offset - 1) + 1;
  const to = text.indexOf("\n", offset);
  const [, found] = INDICATOR_REGEXP.exec(text.slice(from, offset + 1)) ?? [];
  if (found === undefined) return undefined;
  const start = offset + 1 - found.length;
  const written = text.slice(start, to < 0 ? undefined : to).replace(END_REGEXP, "");
  return { offset: start, written };
}

/** Returns half a sentence about a text that begins with an indicator. */
export function formatIndicatorProblem(written: string): string {
  return `a text that begins with "${written[0]}" must be in quotes: write ${
    JSON.stringify(written)
  }`;
}
