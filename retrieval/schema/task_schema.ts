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
  version: z.int().min(1).describe("Version of the manifest, which counts its changes"),
});

/** Schema of an issue. */
export const ISSUE = z.strictObject({
  id: z.string().describe("ID in the tracker; may be empty"),
  title: z.string().describe("Title in one line; may be empty"),
  description: z.string().describe("Description; may be empty"),
  type: z.exactOptional(z.string()).describe("Type, such as bug or feature"),
  labels: z.array(z.string()).readonly().describe("Labels, in the order given"),
  manifest: z.exactOptional(MANIFEST).describe("Files that may be edited and read"),
});

const COMPLEXITY = z.strictObject({
  value: SHARE.describe("The weighted sum of the parts"),
  parts: z.strictObject({
    files: SHARE.describe("Number of files as a share: 1 for 8 or more"),
    spread: SHARE.describe("Number of further folders as a share: 1 for 4 or more"),
    words: SHARE.describe("Words of a change across the tree, minus those of a small change"),
    length: SHARE.describe("Length of the description as a share: 1 for 600 tokens or more"),
  }).describe("Parts of the sum, before their weights"),
  files: z.array(PATH).readonly().describe("Files of the manifest, or named in the issue"),
  folders: COUNT.describe("Number of folders of these files"),
  crossWords: z.array(z.string()).readonly().describe("Words of a change across the tree"),
  localWords: z.array(z.string()).readonly().describe("Words of a small change"),
  descriptionTokens: COUNT.describe("Tokens of the description, at four characters each"),
});

/** Schema of a plan. */
export const PLAN = z.strictObject({
  complexity: COMPLEXITY.describe("Complexity from 0 to 1, with its parts"),
  links: COUNT.describe("Documents that the issue links to"),
  maxDocuments: COUNT.describe("Maximum number of documents in the settings"),
  documents: COUNT.describe("Maximum number of documents to show: K"),
  limitTokens: COUNT.describe("Maximum number of tokens of the whole prompt"),
  baseTokens: COUNT.describe("Tokens of the files of the manifest and of the frame"),
  reserveTokens: COUNT.describe("Tokens reserved for other parts"),
  docFractionLimit: z.number().describe(
    "Share of `limitTokens` that documents may take; in a small prompt their share may be larger",
  ),
  slotTokens: COUNT.describe("Tokens that documents may take"),
  documentTokens: COUNT.describe("Tokens of the documents shown"),
  promptTokens: COUNT.describe("Tokens of the rendered text"),
  docFraction: z.number().min(0).describe("`documentTokens` as a share of `promptTokens`"),
});
