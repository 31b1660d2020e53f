import { takeUtf8Start, toPlainText } from "@dossier/core/text";

/** Prefix of each line. */
const LINE_PREFIX = "> ";

/**
 * Returns a text as a quotation, in parts of at most `bytes` bytes: every line is marked, and none
 * is lost. A longer line continues in the next part.
 */
export function splitQuotation(text: string, bytes: number): readonly string[] {
  const parts: string[] = [];
  let part = "";
  let left = bytes;
  const size = (line: string) => new TextEncoder().encode(line).length;
  const add = (line: string) => {
    const quoted = `${LINE_PREFIX}${line}`.trimEnd();
    const needed = size(quoted) + 1;
    if (needed > left && part !== "") {
      parts.push(part);
      part = "";
      left = bytes;
    }
    part = part === "" ? quoted : `${part}\n${quoted}`;
    left -= needed;
  };
  for (const line of toPlainText(text).trim().split(/\r\n|[\r\n\u2028\u2029]/)) {
    let rest = line;
    do {
      const start = takeUtf8Start(rest, bytes - LINE_PREFIX.length - 1);
      add(start);
      rest = rest.slice(start.length);
    } while (rest !== "");
  }
  return [...parts, part];
}
