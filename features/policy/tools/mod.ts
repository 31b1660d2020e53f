/**
 * The tools that a profile may execute, as their files say what they take. None is run.
 *
 * @module
 */

export { loadPalette } from "./load_palette.ts";
