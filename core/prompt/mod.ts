/**
 * What a model is sent: messages and tools in the form of its provider, texts between tags, and which of the newest
 * messages fit.
 *
 * @module
 */

export * from "./markup.ts";
export * from "./provider.ts";
export * from "./fit_newest.ts";
