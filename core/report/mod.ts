/**
 * What people are shown of a thing, as plain values: a terminal and a page each lay it out in their own way.
 *
 * @module
 */

export * from "./render_report.ts";
export * from "./report.ts";
export * from "./wrap_text.ts";
