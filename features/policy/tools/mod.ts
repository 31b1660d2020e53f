/**
 * The tools that a profile may execute, with their parameters. None is run.
 *
 * @module
 */

export { loadPalette } from "./load_palette.ts";
