import type { LineRange } from "../quality/changed_lines.ts";

const FILE_REGEXP = /^--- (?:"?a\/)?([^\t\n"]+)/;
const HUNK_REGEXP = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;

/**
 * Returns the lines that a unified diff with context replaces, by their numbers before the change.
 * Added lines count as both neighbouring lines. Files that the diff creates have no such lines.
 */
export function readPatchLines(patch: string): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let path: string | undefined;
  let line = 0;
  let removed: number | undefined;
  let added = false;
  const close = () => {
    if (path !== undefined && removed !== undefined) {
      ranges.push({ path, startLine: removed, endLine: line - 1 });
    } else if (path !== undefined && added) {
      ranges.push({ path, startLine: Math.max(line - 1, 1), endLine: line });
    }
    removed = undefined;
    added = false;
  };
  let isInHunk = false;
  for (const text of patch.split("\n")) {
    if (text.startsWith("diff --git ")) {
      close();
      isInHunk = false;
      path = undefined;
      continue;
    }
    const file = isInHunk ? null : FILE_REGEXP.exec(text);
    if (file !== null) {
      path = file[1] === "/dev/null" ? undefined : file[1];
      continue;
    }
    const hunk = HUNK_REGEXP.exec(text);
    if (hunk !== null) {
      close();
      isInHunk = true;
      line = Number(hunk[1]);
    } else if (!isInHunk) continue;
    else if (text.startsWith("-")) {
      removed ??= line;
      line++;
    } else if (text.startsWith("+")) added = true;
    else if (text.startsWith(" ") || text === "") {
      close();
      line++;
    }
  }
  close();
  return ranges;
}
