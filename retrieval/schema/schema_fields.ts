import * as z from "zod";

/** How many of something. */
export const COUNT = z.int().min(0);
/** A part of a whole. */
export const SHARE = z.number().min(0).max(1);
/** Number of a line. */
export const LINE_NUMBER = z.int().min(1);
/** A file of the tree. */
export const PATH = z.string().describe("Path relative to the root, with / separators");
/** Where a range begins. */
export const START_LINE = LINE_NUMBER.describe("First line, 1-based");
/** Where a range ends. */
export const END_LINE = LINE_NUMBER.describe("Last line, 1-based and inclusive");
