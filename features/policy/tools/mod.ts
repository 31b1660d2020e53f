/**
 * The tools that a profile may execute, with their parameters. Tools are only read, never run.
 *
 * @module
 */

export { loadPalette } from "./load_palette.ts";
