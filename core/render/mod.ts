/**
 * Renders a bundle as Markdown, JSON or XML, never over its budget.
 *
 * @module
 */

export * from "./assemble_bundle.ts";
export * from "./fit_footer.ts";
export * from "./format_names.ts";
export * from "./json.ts";
export * from "./line_numbers.ts";
export * from "./markdown.ts";
export * from "./shortage_note.ts";
export type * from "./renderer.ts";
export * from "./renderers.ts";
export * from "./summarise_omissions.ts";
export * from "./xml.ts";
