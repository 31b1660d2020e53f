import type { LineRange } from "../fragment/lines.ts";
import type { Part } from "./cut_parts.ts";

/** Maximum number of lines of a signature. */
const MAX_SIGNATURE = 20;

const WHITE_SPACE_REGEXP = /\s+/g;

/**
 * Returns the lines of the signature of a definition. For a piece of a long definition these may be
 * in another piece. Undefined for a part without a definition.
 *
 * @param file.parts All parts of the file, in line order.
 * @param file.lines Lines of the file; line 1 is at index 0.
 */
export function findSignature(
  part: Part,
  { parts, lines }: { readonly parts: readonly Part[]; readonly lines: readonly string[] },
): LineRange | undefined {
  if (part.kind !== "definition") return undefined;
  const [signature = ""] = part.head.split("\n", 1);
  const { startLine, endLine } = definitionOf(part, parts);
  for (let line = startLine; line <= endLine; line++) {
    const last = matchSignature(signature, lines, { startLine: line, endLine });
    if (last !== undefined) return { startLine: line, endLine: last };
  }
  return undefined;
}

/** Returns the lines of the whole definition of a part, which may be one of its pieces. */
function definitionOf(part: Part, parts: readonly Part[]): LineRange {
  const at = parts.indexOf(part);
  let first = at;
  while (first > 0 && parts[first]!.isContinuation) first--;
  let last = at;
  while (parts[last + 1]?.isContinuation) last++;
  return { startLine: parts[first]!.startLine, endLine: parts[last]!.endLine };
}

/**
 * Returns the last line of the signature that begins on a line; undefined when no signature begins
 * there.
 */
function matchSignature(
  signature: string,
  lines: readonly string[],
  { startLine, endLine }: LineRange,
): number | undefined {
  let rest = signature.replace(WHITE_SPACE_REGEXP, "");
  if (rest === "") return undefined;
  for (let line = startLine; line <= Math.min(endLine, startLine + MAX_SIGNATURE); line++) {
    const text = lines[line - 1]!.replace(WHITE_SPACE_REGEXP, "");
    if (text.startsWith(rest)) return line;
    if (!rest.startsWith(text)) return undefined;
    rest = rest.slice(text.length);
  }
  return undefined;
}
