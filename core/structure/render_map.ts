import { escapeControls, normaliseName } from "../text/mod.ts";
import { stemOfFile } from "./map_file.ts";
import type { StructureEntry } from "./structure.ts";

/** Maximum number of UTF-16 units of a name or a heading that are shown. */
const MAX_NAME = 60;

/**
 * Returns one line for each file, with the names that it defines and their first lines. Files are
 * grouped under their folder; the only file of a folder is on a line without a group. For a
 * definition with the name of its file, only the line number follows the file name.
 *
 * @param entries Grouped by file, in line order.
 */
export function renderMap(entries: readonly StructureEntry[]): string {
  const folders = Map.groupBy(
    Map.groupBy(entries, ({ path }) => path),
    ([path]) => path.slice(0, path.lastIndexOf("/") + 1),
  );
  return [...folders].map(([folder, files]) => {
    const lines = files.map(([path, own]) => renderFile(path.slice(folder.length), own));
    if (lines.length === 1) return `${escapeControls(folder)}${lines[0]}\n`;
    const heading = `${escapeControls(folder === "" ? "./" : folder)}\n`;
    return heading + lines.map((line) => `  ${line}\n`).join("");
  }).join("");
}

function renderFile(file: string, entries: readonly StructureEntry[]): string {
  const stem = stemOfFile(file);
  const namesake = entries.find((entry) => normaliseName(nameOf(entry)) === stem);
  const others = entries.filter((entry) => entry !== namesake)
    .map((entry) => `${nameOf(entry)} ${entry.startLine}`).join(", ");
  const head = namesake === undefined ? file : `${file}:${namesake.startLine}`;
  return escapeControls(others === "" ? head : `${head}${namesake ? "," : ":"} ${others}`);
}

function nameOf({ kind, symbol = "" }: StructureEntry): string {
  // The dots of a heading belong to its words.
  const name = kind === "heading" ? symbol : symbol.slice(symbol.lastIndexOf(".") + 1);
  return name.slice(0, MAX_NAME);
}
