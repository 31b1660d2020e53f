/** Value with a longer form for wide layouts, or with a link. */
export interface RichCell {
  readonly text: string;
  /** Longer form for wide layouts, such as `warning` for `!`. */
  readonly words?: string;
  /** Mark for good or bad news. */
  readonly tone?: "good" | "bad";
  /** Number of the linked record. */
  readonly record?: number;
  /** Name of the linked session. */
  readonly session?: string;
  /** Path of the linked page, and the values of its address. */
  readonly page?: { readonly path: string; readonly values: Readonly<Record<string, string>> };
}

/** Value in a cell of a report. */
export type Cell = string | RichCell;

/** Column of a table. */
export interface ReportColumn {
  /** Title of the column. @default nothing */
  readonly title?: string;
  /** True when its cells are aligned at the right, as numbers are. @default false */
  readonly right?: boolean;
}

/** Name with its value, in one line or several. */
export interface Fact {
  readonly name: string;
  readonly lines: readonly Cell[];
}

/** Item of a list, with an optional remark. */
export interface ReportItem {
  readonly text: string;
  readonly remark?: string;
}

/** Names and values. */
export interface FactList {
  readonly kind: "facts";
  readonly facts: readonly Fact[];
}

/** Rows of cells below the titles of their columns. */
export interface ReportTable {
  readonly kind: "table";
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Items in separate lines. */
export interface ItemList {
  readonly kind: "list";
  readonly items: readonly ReportItem[];
  readonly isNumbered: boolean;
}

/** Part of a report. */
export interface ReportSection<Body = FactList | ReportTable | ItemList> {
  /** Heading; the first section of a report mostly has none. */
  readonly heading?: string;
  readonly body: Body;
}

/** Information about an item, such as a record of the log. */
export type Report = readonly ReportSection[];

/** Returns the text of a cell. */
export function cellText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** Returns true when a section has no content. */
export function isEmptySection({ body }: ReportSection): boolean {
  if (body.kind === "facts") return body.facts.length === 0;
  return (body.kind === "table" ? body.rows : body.items).length === 0;
}

/** Number of characters of an instant up to the second. */
const TIME_LENGTH = "2026-01-02T03:04:05".length;

/**
 * Returns an ISO 8601 instant in a readable form, to the second.
 *
 * @example
 * ```ts
 * import { formatTime } from "@dossier/core/report";
 * import assert from "node:assert/strict";
 *
 * assert.equal(formatTime("2026-01-02T03:04:05.678Z"), "2026-01-02 03:04:05Z");
 * ```
 */
export function formatTime(instant: string): string {
  return `${instant.slice(0, TIME_LENGTH).replace("T", " ")}Z`;
}

/** Number of digits after the point of a percentage. */
const PERCENT_DIGITS = 1;

/** Returns a share from 0 to 1 as a percentage for people, such as `12.5 %`. */
export function formatPercent(share: number): string {
  return `${(100 * share).toFixed(PERCENT_DIGITS)} %`;
}
