import type { LineRange } from "../fragment/lines.ts";
import type { Part } from "./cut_parts.ts";

/** Lines of a signature. */
const MAX_SIGNATURE = 20;

const WHITE_SPACE_REGEXP = /\s+/g;

/**
 * Returns the lines of the signature of a definition: of one that is cut into pieces also where they are in
 * another piece. Undefined for a part that is no definition.
 *
 * @param file.parts All parts of the file, in line order.
 * @param file.lines The lines of the file; line 1 is at index 0.
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

/** Returns the lines of the definition that a part is, or is a piece of. */
function definitionOf(part: Part, parts: readonly Part[]): LineRange {
  const at = parts.indexOf(part);
  let first = at;
  while (first > 0 && parts[first]!.isContinuation) first--;
  let last = at;
  while (parts[last + 1]?.isContinuation) last++;
  return { startLine: parts[first]!.startLine, endLine: parts[last]!.endLine };
}

/** Returns the line on which a signature ends that begins on a line; undefined when another text does. */
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
