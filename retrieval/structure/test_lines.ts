/** How a test begins that is a call. */
const TEST_CALL_REGEXP =
  /^\s*(?:await\s+)?(?:[\w$]+\.)*(?:test|it|describe|suite|context|step|TEST(?:_\w+)?)\b.*[(\s]/;

/** Returns the line in which the test around a line begins, both 1-based; undefined where there is none. */
export function findTestLine(lines: readonly string[], line: number): number | undefined {
  let indent = Infinity;
  for (let row = line - 1; row >= 0 && indent > 0; row--) {
    const text = lines[row]!;
    const at = text.search(/\S/);
    if (at < 0 || at >= indent) continue;
    if (TEST_CALL_REGEXP.test(text)) return row + 1;
    indent = at;
  }
  return undefined;
}

/** How a line begins that ends what an earlier one has begun. */
const CLOSING_REGEXP = /^\s*(?:[)\]}]|end\b)/;

/** Returns the last line of what begins in a line, by how lines are indented; both are 1-based. */
export function findLastLine(lines: readonly string[], line: number): number {
  const indentOf = (text: string) => text.search(/\S/);
  const indent = indentOf(lines[line - 1] ?? "");
  let last = line;
  for (let row = line; row < lines.length; row++) {
    const at = indentOf(lines[row]!);
    if (at < 0) continue;
    const isClosing = CLOSING_REGEXP.test(lines[row]!);
    if (at > indent || at === indent && isClosing) last = row + 1;
    if (at <= indent) break;
  }
  return last;
}
