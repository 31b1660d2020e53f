/**
 * The JSON form of search results; see `bundle_schema.ts` for how schemas and types are kept the same.
 *
 * @module
 */
import * as z from "zod";
import type { SearchResult } from "../search/mod.ts";
import {
  END_LINE,
  EXPLANATION,
  INDEX,
  NOTES,
  PATH,
  type Plain,
  type Proved,
  type Same,
  START_LINE,
} from "./bundle_schema.ts";

/** A chunk that was found. */
export const CANDIDATE = z.strictObject({
  path: PATH,
  language: z.string().describe("Lower-case language name"),
  kind: z.enum(["code", "document"]).describe("Program text or prose"),
  documentHash: z.string().describe("Content hash of the document that the lines are of"),
  startLine: START_LINE,
  endLine: END_LINE,
  symbol: z.exactOptional(z.string()).describe("Definition or heading that names the chunk"),
  score: z.number().describe("Comparable inside one list only; higher is better"),
  byMeaning: z.exactOptional(z.boolean())
    .describe("Present when it is proposed for its meaning alone"),
  hasPhraseWords: z.exactOptional(z.boolean())
    .describe("Present when it has all words of a phrase that was asked for"),
  explanation: z.exactOptional(EXPLANATION).describe("Where the score comes from"),
});

/** Validates the JSON form of a search result; unknown keys are refused. */
export const SEARCH_RESULT_SCHEMA = z.strictObject({
  query: z.string().describe("The query as it was given"),
  index: INDEX.describe("The state of the index that answered"),
  results: z.array(CANDIDATE).readonly().describe("Best first"),
  notes: NOTES,
});

/** Compiles only while schema and type are the same. */
export type SearchResultSchemaProof = Proved<
  Same<Plain<SearchResult>, z.infer<typeof SEARCH_RESULT_SCHEMA>>
>;
