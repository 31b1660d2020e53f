/** A value that says more than its text where there is room for it, or leads to something. */
export interface RichCell {
  readonly text: string;
  /** What stands in its place where there is room, such as `warning` for `!`. */
  readonly words?: string;
  /** Whether it is good or bad news. */
  readonly tone?: "good" | "bad";
  /** Number of the record that it leads to. */
  readonly record?: number;
  /** Name of the session that it leads to. */
  readonly session?: string;
  /** Path of the page that it leads to, and the values of its address. */
  readonly page?: { readonly path: string; readonly values: Readonly<Record<string, string>> };
}

/** A value of a report. */
export type Cell = string | RichCell;

/** A column of a table. */
export interface ReportColumn {
  /** What stands above it. @default nothing */
  readonly title?: string;
  /** Whether its cells end below each other, as numbers do. @default false */
  readonly right?: boolean;
}

/** A name and its value, in one line or several. */
export interface Fact {
  readonly name: string;
  readonly lines: readonly Cell[];
}

/** An item of a list, and what else there is to say of it. */
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

/** Items below each other. */
export interface ItemList {
  readonly kind: "list";
  readonly items: readonly ReportItem[];
  readonly isNumbered: boolean;
}

/** A part of a report. */
export interface ReportSection<Body = FactList | ReportTable | ItemList> {
  /** What stands above it; the first of a report mostly has none. */
  readonly heading?: string;
  readonly body: Body;
}

/** What is shown of a thing, such as a record of the log. */
export type Report = readonly ReportSection[];

/** Returns the text of a cell. */
export function cellText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

/** Returns whether a section says nothing. */
export function isEmptySection({ body }: ReportSection): boolean {
  if (body.kind === "facts") return body.facts.length === 0;
  return (body.kind === "table" ? body.rows : body.items).length === 0;
}

/** Characters of an instant to the second. */
const TIME_LENGTH = "2026-01-02T03:04:05".length;

/**
 * Returns an ISO 8601 instant as people read it, to the second.
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

/** Digits behind the point of a percentage. */
const PERCENT_DIGITS = 1;

/** Returns a share from 0 to 1 as a percentage for people, such as `12.5 %`. */
export function formatPercent(share: number): string {
  return `${(100 * share).toFixed(PERCENT_DIGITS)} %`;
}
