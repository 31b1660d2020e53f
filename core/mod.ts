/**
 * The whole domain as pure functions over readonly values: text in, text out, and nothing of the
 * machine in between.
 *
 * Read in this order: `text/` turns characters into terms and counts tokens, `language/` has a profile
 * of each language, `outline/` finds definitions and `calls/` what calls what, `chunk/` cuts documents,
 * `exclude/` says what is left out, `issue/` is a task and `tracker/` reads one, `query/` reads what is
 * asked for, `rank/` turns numbers into order and explains them, `plan/` decides how much a task is
 * told, `pack/` chooses what fits a budget, `signal/` reads what an agent asks for, `secret/` finds what
 * may not be shown, `render/` writes it down, `metrics/` measures what became of it.
 *
 * Each area is also a door of its own (`@dossier/core/text`), and so are outlines apart from chunks, so
 * that a short run loads only what it needs.
 *
 * @module
 */

export * from "./errors.ts";
export * from "./text/mod.ts";
export * from "./language/mod.ts";
export * from "./outline/mod.ts";
export * from "./calls/mod.ts";
export * from "./chunk/mod.ts";
export * from "./exclude/mod.ts";
export * from "./issue/mod.ts";
export * from "./tracker/mod.ts";
export * from "./query/mod.ts";
export * from "./rank/mod.ts";
export * from "./plan/mod.ts";
export * from "./pack/mod.ts";
export * from "./secret/mod.ts";
export * from "./render/mod.ts";
export * from "./signal/mod.ts";
export * from "./metrics/mod.ts";
