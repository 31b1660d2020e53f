import * as z from "zod";

/** Schema of a count. */
export const COUNT = z.int().min(0);
/** Schema of a share. */
export const SHARE = z.number().min(0).max(1);
/** Schema of the number of a line. */
export const LINE_NUMBER = z.int().min(1);
/** Schema of the path of a file in the tree. */
export const PATH = z.string().describe("Path relative to the root, with / separators");
/** Schema of the first line of a range. */
export const START_LINE = LINE_NUMBER.describe("First line, 1-based");
/** Schema of the last line of a range. */
export const END_LINE = LINE_NUMBER.describe("Last line, 1-based and inclusive");

/** Schema of a work manifest. */
export const MANIFEST = z.strictObject({
  primary: z.array(PATH).readonly().describe("Files that may be edited"),
  read: z.array(PATH).readonly().describe("Files to read"),
  forbidden: z.array(PATH).readonly().describe("Files that may not be touched"),
  version: z.int().min(1).describe("Counts the changes of the manifest"),
});

/** Schema of an issue. */
export const ISSUE = z.strictObject({
  id: z.string().describe("What the tracker calls it; may be empty"),
  title: z.string().describe("One line; may be empty"),
  description: z.string().describe("Its text; may be empty"),
  type: z.exactOptional(z.string()).describe("Such as bug or feature"),
  labels: z.array(z.string()).readonly().describe("In the order given"),
  manifest: z.exactOptional(MANIFEST).describe("What may be edited and read"),
});

const COMPLEXITY = z.strictObject({
  value: SHARE.describe("The weighted sum of the parts"),
  parts: z.strictObject({
    files: SHARE.describe("How many files: 1 for 8 or more"),
    spread: SHARE.describe("Folders of these beyond the first: 1 for 4 or more"),
    words: SHARE.describe("Words of a change across the tree, less those of a small one"),
    length: SHARE.describe("How long the description is: 1 for 600 tokens or more"),
  }).describe("Before their weights"),
  files: z.array(PATH).readonly().describe("Of the manifest, or named in the issue"),
  folders: COUNT.describe("Folders that these files are in"),
  crossWords: z.array(z.string()).readonly().describe("Words of a change across the tree"),
  localWords: z.array(z.string()).readonly().describe("Words of a small change"),
  descriptionTokens: COUNT.describe("At four characters each"),
});

/** Schema of a plan. */
export const PLAN = z.strictObject({
  complexity: COMPLEXITY.describe("From 0 to 1, and why"),
  links: COUNT.describe("Documents that the issue links to"),
  maxDocuments: COUNT.describe("Most documents by the settings"),
  documents: COUNT.describe("Documents that are shown at most: K"),
  limitTokens: COUNT.describe("Most tokens of the whole prompt"),
  baseTokens: COUNT.describe("Tokens of the files of the manifest and of the frame"),
  reserveTokens: COUNT.describe("Tokens that documents leave free"),
  docFractionLimit: z.number().describe(
    "Share of `limitTokens` that documents may take; of a prompt that is small they may be more",
  ),
  slotTokens: COUNT.describe("Tokens that documents may take"),
  documentTokens: COUNT.describe("Tokens of the documents shown"),
  promptTokens: COUNT.describe("Tokens of the rendered text"),
  docFraction: z.number().min(0).describe("`documentTokens` as a share of `promptTokens`"),
});
