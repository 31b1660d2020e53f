import { renderColumns } from "./render_columns.ts";
import { type Cell, cellText, isEmptySection, type ReportSection } from "./report.ts";
import { escapeControls } from "../text/plain_text.ts";

/** Returns sections as lines: what has a heading stands below it, indented. What says nothing is left out. */
export function renderReport(sections: readonly ReportSection[]): string {
  return sections.filter((section) => !isEmptySection(section)).map((section) => {
    const lines = renderBody(section);
    const { heading } = section;
    return heading === undefined ? lines : `\n${heading}:\n${lines.replaceAll(/^(?=.)/gm, "  ")}`;
  }).join("");
}

/** Returns what a section holds as lines, without its heading. */
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

/** Returns the text of a cell without what would move a cursor. */
export function renderCell(cell: Cell): string {
  return escapeControls(cellText(cell));
}
