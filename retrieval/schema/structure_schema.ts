/**
 * The JSON form of an answer about structure; see `bundle_schema.ts` for how schemas and types are kept the
 * same.
 *
 * @module
 */
import type { Structure, StructureEntry } from "@dossier/core";
import { SYMBOL_KINDS } from "@dossier/core/outline";
import { CERTAINTIES, STRUCTURE_KINDS } from "@dossier/core/structure";
import * as z from "zod";
import { INDEX, NOTES } from "./bundle_schema.ts";
import { COUNT, END_LINE, PATH, START_LINE } from "./schema_fields.ts";
import type { Plain, Proved, Same } from "./same_type.ts";

/** Validates the JSON form of a definition that answers a question about structure. */
export const STRUCTURE_ENTRY_SCHEMA = z.strictObject({
  path: PATH,
  language: z.string().describe("Lower-case language name"),
  startLine: START_LINE,
  endLine: END_LINE,
  kind: z.exactOptional(z.enum(SYMBOL_KINDS)).describe("Absent outside of any definition"),
  symbol: z.exactOptional(z.string()).describe("Its name with what it is in, dotted"),
  signature: z.string().describe("Its head on one line"),
  reasons: z.array(z.string()).readonly().describe("Why it is an answer, where that differs"),
  certainty: z.exactOptional(z.enum(CERTAINTIES)).describe("How sure it is, of calls"),
  lines: z.exactOptional(z.array(START_LINE).readonly()).describe("Lines of the calls or uses"),
  depth: z.exactOptional(COUNT).describe(
    "Calls between it and what was asked about, of dependents",
  ),
  isTest: z.exactOptional(z.boolean()).describe("Whether it is test code, of dependents"),
});

/** Validates the JSON form of an answer about structure; unknown keys are refused. */
export const STRUCTURE_SCHEMA = z.strictObject({
  kind: z.enum(STRUCTURE_KINDS).describe("What was asked"),
  targets: z.array(z.string()).readonly().describe("What it was asked about"),
  subject: z.exactOptional(STRUCTURE_ENTRY_SCHEMA).describe("The definition that was meant"),
  index: INDEX.describe("The state of the index that answered"),
  budget: z.strictObject({
    limit: COUNT.describe("Most tokens of the text"),
    used: COUNT.describe("Tokens of the text"),
    estimator: z.enum(["piece", "chars4", "o200k"]).describe("How tokens are counted"),
  }),
  definitions: z.array(STRUCTURE_ENTRY_SCHEMA).readonly()
    .describe("Those that fit the budget: file by file, the best file first, in line order"),
  omitted: COUNT.describe("How many further definitions did not fit"),
  text: z.string().describe("The definitions in lines for people and models"),
  notes: NOTES,
});

/** Compiles only while schemas and types are the same. */
export type StructureSchemaProof = [
  Proved<Same<Plain<StructureEntry>, z.infer<typeof STRUCTURE_ENTRY_SCHEMA>>>,
  Proved<Same<Plain<Structure>, z.infer<typeof STRUCTURE_SCHEMA>>>,
];
