/**
 * Prompts for models: messages and tools in the form of their provider, texts between tags, and the
 * newest messages that fit.
 *
 * @module
 */

export * from "./markup.ts";
export * from "./provider.ts";
export * from "./fit_newest.ts";
