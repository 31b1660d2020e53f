/**
 * The whole domain as pure functions over readonly values. Nothing here touches the machine.
 *
 * Read in this order: `math/` has logarithms and powers that are the same everywhere,
 * `text/` turns characters into terms and counts tokens, `yaml/` reads what people write of
 * it, `lexicon/` reads questions in
 * other languages as English, `language/` has a profile
 * of each language, `outline/` finds definitions and `calls/` tells names from other words, `chunk/` cuts
 * documents, `exclude/` decides what may be seen, `issue/` is a task and `tracker/` reads one, `query/`
 * reads questions, `rank/` turns numbers into the order of files and explains it, `part/` cuts the best
 * files into definitions and ranks these, `fragment/` is what can be shown and in which forms, `plan/` decides the size of a task's bundle, `pack/` chooses what fits a budget,
 * `signal/` reads the requests of agents, `secret/` finds secrets, `render/` writes bundles, `report/` is what people
 * are shown of a thing, and `metrics/` measures how well a session was served.
 *
 * Each area is also a door of its own, such as `@dossier/core/text`, so that a short run loads only what
 * it needs.
 *
 * @module
 */

export * from "./errors.ts";
export * from "./math/mod.ts";
export * from "./text/mod.ts";
export { MAX_PRINTED_NAMES, readPrintedNames } from "./text/read_printed_names.ts";
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
