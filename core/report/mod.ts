/**
 * Reports for people, as plain values: a terminal and a page each have their own layout.
 *
 * @module
 */

export * from "./render_report.ts";
export * from "./report.ts";
export * from "./wrap_text.ts";
