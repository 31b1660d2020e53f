import {
  type Cell,
  cellText,
  isEmptySection,
  type ReportColumn,
  type ReportSection,
} from "./report.ts";
import { escapeControls } from "../text/plain_text.ts";

/**
 * Returns sections as lines: a section with a heading is below it, indented. Empty sections are
 * omitted.
 */
export function renderReport(sections: readonly ReportSection[]): string {
  return sections.filter((section) => !isEmptySection(section)).map((section) => {
    const lines = renderBody(section);
    const { heading } = section;
    return heading === undefined ? lines : `\n${heading}:\n${lines.replaceAll(/^(?=.)/gm, "  ")}`;
  }).join("");
}

/** Returns the content of a section as lines, without its heading. */
export function renderBody({ body }: ReportSection): string {
  if (body.kind === "table") {
    return renderColumns(body.rows.map((row) => row.map(renderCell)), body.columns);
  }
  if (body.kind === "facts") {
    const rows = body.facts.flatMap(({ name, lines }) =>
      lines.map((line, at) => [at === 0 ? name : "", renderCell(line)])
    );
    return renderColumns(rows, [{}, {}]);
  }
  return body.items.map(({ text, remark }, at) => {
    const number = body.isNumbered ? `${at + 1}. ` : "";
    const more = remark === undefined ? "" : `   ${escapeControls(remark)}\n`;
    return `${number}${escapeControls(text)}\n${more}`;
  }).join("");
}

/** Returns the text of a cell without characters that would move a cursor. */
export function renderCell(cell: Cell): string {
  return escapeControls(cellText(cell));
}

const GAP = "  ";

/** Returns lines of cells in columns, each ending in a newline and without trailing blanks. */
export function renderColumns(
  rows: readonly (readonly string[])[],
  columns: readonly ReportColumn[],
): string {
  const titles = columns.map(({ title = "" }) => title);
  const table = titles.some((title) => title !== "") ? [titles, ...rows] : rows;
  const widths = columns.map((_, at) => Math.max(0, ...table.map((row) => (row[at] ?? "").length)));
  const pad = (cell: string, at: number) =>
    columns[at]?.right ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!);
  return table.map((row) => `${row.map(pad).join(GAP).trimEnd()}\n`).join("");
}

/** Returns a number with its noun, such as `1 file` or `12 files`. */
export function formatQuantity(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
