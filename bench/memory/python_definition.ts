/** Lines of a definition, 1-based and inclusive. */
export interface DefinitionLines {
  readonly start: number;
  readonly end: number;
}

/** End of a head of several lines, with the same indentation as its beginning. */
const CLOSING_REGEXP = /^\s*[)\]}]/;

/**
 * Returns the lines of a class, function, method or constant of a Python file by its indentation;
 * undefined when there is none with that name. The first of several is used.
 *
 * @param symbol Name with its containers, such as `Uploader.retry`.
 */
export function findPythonDefinition(
  lines: readonly string[],
  symbol: string,
): DefinitionLines | undefined {
  let [start, end] = [1, lines.length];
  for (const name of symbol.split(".")) {
    const head = new RegExp(
      `^\\s*(?:(?:async\\s+)?def|class)\\s+${escapeName(name)}\\b|^${escapeName(name)}\\s*[:=]`,
    );
    const at = lines.findIndex((line, i) => i + 1 >= start && i + 1 <= end && head.test(line));
    if (at < 0) return undefined;
    start = at + 1;
    end = findEnd(lines, at);
  }
  return { start, end };
}

/**
 * Returns the name of the innermost definition around a 1-based line, with its containers;
 * undefined at the top level.
 */
export function enclosingPythonName(lines: readonly string[], line: number): string | undefined {
  const names: string[] = [];
  let inner = Infinity;
  for (let i = line - 1; i >= 0; i--) {
    const text = lines[i]!;
    if (text.trim() === "" || indentOf(text) >= inner || CLOSING_REGEXP.test(text)) continue;
    const name = /^\s*(?:(?:async\s+)?def|class)\s+(\w+)/.exec(text)?.[1];
    if (name !== undefined) names.unshift(name);
    if (i < line - 1 || name !== undefined) inner = indentOf(text);
    if (inner === 0) break;
  }
  return names.length === 0 ? undefined : names.join(".");
}

function escapeName(name: string): string {
  return name.replace(/[^\w]/g, "\\$&");
}

/**
 * Returns the last line, 1-based, with a deeper indentation than the one at an index, or a closing
 * bracket of its head.
 */
function findEnd(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  for (let i = at + 1; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() === "") continue;
    if (indentOf(line) <= indent && !CLOSING_REGEXP.test(line)) break;
    end = i + 1;
  }
  return end;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
