/**
 * The whole domain as pure functions over readonly values, without access to the machine.
 *
 * Read in this order: `math/` has logarithms and powers that are the same on all engines, `text/`
 * turns characters into terms and counts tokens, `yaml/` reads settings as people write them,
 * `lexicon/` translates questions in other languages to English, `language/` has a profile of each
 * language, `outline/` finds definitions and `calls/` distinguishes names from other words,
 * `chunk/` cuts documents, `exclude/` decides which paths are visible, `issue/` is a task and
 * `tracker/` reads one, `query/` reads questions, `rank/` orders files by their evidence and
 * explains the order, `part/` cuts the best files into definitions and ranks these, `fragment/` has
 * what can be shown and its forms, `plan/` decides the size of the bundle of a task, `pack/`
 * chooses what fits into a budget, `signal/` reads the requests of agents, `secret/` finds secrets,
 * `render/` writes bundles, `report/` formats values for people, and `metrics/` measures how well a
 * session was served.
 *
 * Each area is also an entry point of its own, such as `@dossier/core/text`, so that a short run
 * loads only the modules that it needs.
 *
 * @module
 */

export * from "./errors.ts";
export * from "./math/mod.ts";
export * from "./text/mod.ts";
export { MAX_PRINTED_NAMES, parsePrintedNames } from "./text/parse_printed_names.ts";
export * from "./yaml/mod.ts";
export * from "./lexicon/mod.ts";
export * from "./language/mod.ts";
export * from "./outline/mod.ts";
export * from "./calls/mod.ts";
export * from "./chunk/mod.ts";
export * from "./exclude/mod.ts";
export * from "./issue/mod.ts";
export * from "./tracker/mod.ts";
export * from "./query/mod.ts";
export * from "./rank/mod.ts";
export * from "./part/mod.ts";
export * from "./structure/mod.ts";
export * from "./fragment/mod.ts";
export * from "./plan/mod.ts";
export * from "./pack/mod.ts";
export * from "./secret/mod.ts";
export * from "./render/mod.ts";
export * from "./report/mod.ts";
export * from "./signal/mod.ts";
export * from "./metrics/mod.ts";
export * from "./condition/mod.ts";
export * from "./prompt/mod.ts";
