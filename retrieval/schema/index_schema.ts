/**
 * JSON forms of the status of an index, and of search results; see `bundle_schema.ts` for how
 * schemas and types are kept equal.
 *
 * @module
 */
import * as z from "zod";
import type { IndexReport, IndexStatus } from "../answer/mod.ts";
import type { IndexProgress } from "../index/mod.ts";
import type { SearchResult } from "../search/mod.ts";
import {
  EXPLANATION,
  GUESSED_NAMES,
  INDEX,
  NOTES,
  REPOSITORIES,
  REPOSITORY_NAME,
} from "./bundle_schema.ts";
import type { Plain, Proved, Same } from "./same_type.ts";
import { COUNT, END_LINE, PATH, START_LINE } from "./task_schema.ts";
import type { Structure, StructureEntry } from "@dossier/core";
import { SYMBOL_KINDS } from "@dossier/core/outline";
import { CERTAINTIES, STRUCTURE_KINDS } from "@dossier/core/structure";

/** Validates the JSON form of a status; unknown keys are refused. */
export const INDEX_STATUS_SCHEMA = z.strictObject({
  root: z.string().describe("Absolute path of the tree"),
  indexPath: z.string().describe("Path of the index file"),
  indexBytes: COUNT.describe("Size of the index file in bytes, with its write-ahead log"),
  documents: COUNT.describe("Documents in the index"),
  chunks: COUNT.describe("Chunks in the index"),
  segments: COUNT.describe("Segments of the index"),
  updatedAt: z.string().optional()
    .describe(
      "Time of the last write of the index, as an ISO 8601 instant; absent before the first",
    ),
  skipped: z.record(z.string(), COUNT).describe(
    "Number of files excluded for their content, by reason",
  ),
  notes: NOTES,
});

/** Validates the JSON form of the report of an index run; unknown keys are refused. */
export const INDEX_REPORT_SCHEMA = z.strictObject({
  added: COUNT.describe("Documents that are new"),
  changed: COUNT.describe("Documents whose bytes have changed"),
  removed: COUNT.describe("Documents whose files are deleted or excluded now"),
  pending: COUNT.describe("Files left to read"),
  refreshed: z.boolean().describe("True when the tree was compared with the index"),
  documents: COUNT.describe("Documents in the index now"),
  chunks: COUNT.describe("Chunks in the index now"),
  shared: z.exactOptional(z.strictObject({
    place: z.string().describe("The nodes of the cluster"),
    segments: COUNT.describe("Segments of the index that the cluster did not have"),
    chunks: COUNT.describe("Chunks in these segments"),
    removed: z.exactOptional(z.strictObject({
      trees: COUNT.describe("Old trees, of all repositories"),
      segments: COUNT.describe("Parts that no tree had any more"),
    })).describe("Removed from the cluster"),
  })).describe("Segments sent to a cluster"),
  notes: NOTES,
});

/** Validates the JSON form of the progress of an index run; unknown keys are rejected. */
export const INDEX_PROGRESS_SCHEMA = z.strictObject({
  files: COUNT.describe("Files checked so far"),
  totalFiles: COUNT.describe("Total number of files to check"),
  chunks: COUNT.describe("Chunks written or about to be written so far"),
  embedding: z.exactOptional(z.strictObject({
    embedded: COUNT.describe("Texts embedded so far"),
    total: COUNT.describe("Texts that had no vector at the start"),
  })).describe("Progress of the vectors, once all files are done"),
});

/** Schema of a hit of a search: a part of a file, or a file with its best lines. */
export const SEARCH_HIT = z.strictObject({
  repository: REPOSITORY_NAME,
  path: PATH,
  language: z.string().describe("Lower-case language name"),
  kind: z.enum(["code", "document"]).describe("Program text or prose"),
  documentHash: z.string().describe("Content hash of the document with the lines"),
  startLine: START_LINE,
  endLine: END_LINE,
  symbol: z.exactOptional(z.string())
    .describe(
      "Definition of the lines or around them: Pool.open; headings of a section: Guide > Install",
    ),
  part: z.exactOptional(z.enum(["definition", "section", "block"]))
    .describe("Kind of the lines; absent when files are listed"),
  score: z.number().describe("Comparable inside one list only; higher is better"),
  byMeaning: z.exactOptional(z.boolean())
    .describe("Present when it is proposed for its meaning only"),
  explanation: z.exactOptional(EXPLANATION).describe("Calculation of the score"),
});

/** Validates the JSON form of a search result; unknown keys are refused. */
export const SEARCH_RESULT_SCHEMA = z.strictObject({
  query: z.string().describe("The query as it was given"),
  names: z.exactOptional(GUESSED_NAMES).describe("Guessed names by their presence in the tree"),
  repositories: REPOSITORIES,
  index: INDEX.describe("The state of the index that answered"),
  results: z.array(SEARCH_HIT).readonly().describe("Best first"),
  notes: NOTES,
});

/** Compiles only while schemas and types are the same. */
export type IndexSchemaProof = [
  Proved<Same<Plain<IndexReport>, z.infer<typeof INDEX_REPORT_SCHEMA>>>,
  Proved<Same<Plain<IndexProgress>, z.infer<typeof INDEX_PROGRESS_SCHEMA>>>,
  Proved<Same<Plain<SearchResult>, z.infer<typeof SEARCH_RESULT_SCHEMA>>>,
  // JSON has no `undefined`: the field is absent there.
  Proved<
    Same<
      Plain<Omit<IndexStatus, "updatedAt"> & { updatedAt?: string | undefined }>,
      z.infer<typeof INDEX_STATUS_SCHEMA>
    >
  >,
];

/** Validates the JSON form of a definition that answers a question about structure. */
export const STRUCTURE_ENTRY_SCHEMA = z.strictObject({
  path: PATH,
  language: z.string().describe("Lower-case language name"),
  startLine: START_LINE,
  endLine: END_LINE,
  kind: z.exactOptional(z.enum(SYMBOL_KINDS)).describe(
    "Kind of the definition; absent outside any definition",
  ),
  symbol: z.exactOptional(z.string()).describe(
    "Its name after those of its containers, with dots between",
  ),
  signature: z.string().describe("Its signature on one line"),
  reasons: z.array(z.string()).readonly().describe(
    "Reasons for the entry, when entries differ in them",
  ),
  certainty: z.exactOptional(z.enum(CERTAINTIES)).describe("Certainty of a call"),
  lines: z.exactOptional(z.array(START_LINE).readonly()).describe("Lines of the calls or uses"),
  depth: z.exactOptional(COUNT).describe(
    "For dependents: number of calls between it and the target",
  ),
  isTest: z.exactOptional(z.boolean()).describe("For dependents: true when it is test code"),
});

/** Validates the JSON form of an answer about structure; unknown keys are refused. */
export const STRUCTURE_SCHEMA = z.strictObject({
  kind: z.enum(STRUCTURE_KINDS).describe("Kind of the question"),
  targets: z.array(z.string()).readonly().describe("Targets of the question"),
  subject: z.exactOptional(STRUCTURE_ENTRY_SCHEMA).describe("Definition that the target names"),
  index: INDEX.describe("The state of the index that answered"),
  budget: z.strictObject({
    limit: COUNT.describe("Maximum number of tokens of the text"),
    used: COUNT.describe("Tokens of the text"),
    estimator: z.enum(["piece", "chars4", "o200k"]).describe("Method of counting tokens"),
  }),
  definitions: z.array(STRUCTURE_ENTRY_SCHEMA).readonly()
    .describe("Entries that fit the budget: file by file, the best file first, in line order"),
  omitted: COUNT.describe("Number of further definitions that did not fit"),
  text: z.string().describe("The definitions as lines for people and models"),
  notes: NOTES,
});

/** Compiles only while schemas and types are the same. */
type StructureSchemaProof = [
  Proved<Same<Plain<StructureEntry>, z.infer<typeof STRUCTURE_ENTRY_SCHEMA>>>,
  Proved<Same<Plain<Structure>, z.infer<typeof STRUCTURE_SCHEMA>>>,
];
