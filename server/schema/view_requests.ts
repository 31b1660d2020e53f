import { STRUCTURE_KINDS } from "@dossier/core/structure";
import * as z from "zod";
import {
  BUNDLE_FIELDS,
  FILE_PATH,
  LIMIT_FIELD,
  LINE_FIELD,
  RECORD_ID,
  REFRESH_FIELDS,
  ROOT_FIELDS,
  SESSION_FIELD,
  TRANSCRIPT_TEXT,
} from "./fields.ts";

/** Most characters of a text that paths are found by. */
const MAX_TEXT_LENGTH = 1024;

/** Most files that an agent may have changed. */
const MAX_TOUCHED = 1000;

const TEXT = z.string().max(MAX_TEXT_LENGTH);

/** The request of `read`: a range of a file. */
export type ReadRequest = z.infer<typeof READ_REQUEST>;

/** The problem with lines whose last is before the first. */
export const REVERSED_LINES = "Give an endLine that is not before startLine";

export const READ_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  path: FILE_PATH,
  startLine: z.exactOptional(LINE_FIELD)
    .describe("First line, 1-based; by default the first of the file"),
  endLine: z.exactOptional(LINE_FIELD)
    .describe("Last line, inclusive; by default the last of the file"),
}).refine((request) => !isReversed(request), { path: ["endLine"], error: REVERSED_LINES });

/** Returns whether the last line of a range is before the first. */
export function isReversed(
  { startLine = 1, endLine = Infinity }: { readonly startLine?: number; readonly endLine?: number },
): boolean {
  return endLine < startLine;
}

/** Most targets of a question about structure, which the engine may narrow. */
const MAX_TARGETS = 100;

/** What a question about structure is about. */
export const STRUCTURE_TARGETS = z.array(FILE_PATH.meta({ pattern: "\\S" })).max(MAX_TARGETS)
  .describe(
    "For a map a folder or none; else files, a symbol, several, from and to, or one path:line",
  );

/** The request of `structure`. */
export type StructureRequest = z.infer<typeof STRUCTURE_REQUEST>;

/** Most characters of a revision of git. */
const MAX_REVISION_LENGTH = 256;

/** What a question about structure has beside its kind and targets, which the engine narrows by the kind. */
export const STRUCTURE_LIMITS = {
  diff: z.exactOptional(z.string().max(MAX_REVISION_LENGTH))
    .describe("For tests and impact, in place of targets: a git revision; empty for HEAD"),
  depth: z.exactOptional(z.int().min(1).max(8))
    .describe("For tests, impact and paths: most calls between"),
  all: z.exactOptional(z.boolean()).describe("For callers: also uses known by name only"),
};

/** What a question of each kind has, for the document: the engine says it with an example. */
const FIELDS_BY_KIND = {
  oneOf: [
    ofKinds(["map"], { targets: { maxItems: 1 } }),
    ofKinds(["outline"], { targets: { minItems: 1 } }, ["targets"]),
    ofKinds(["callers"], { targets: { minItems: 1, maxItems: 1 }, all: true }, ["targets"]),
    ofKinds(["callees"], { targets: { minItems: 1, maxItems: 1 } }, ["targets"]),
    ofKinds(
      ["related"],
      { targets: { minItems: 1, maxItems: 1, items: { pattern: ":[1-9][0-9]*$" } } },
      ["targets"],
    ),
    ofKinds(["paths"], { targets: { minItems: 2, maxItems: 2 }, depth: true }, ["targets"]),
    ofKinds(["tests"], { targets: { minItems: 1, maxItems: 1 }, depth: true }, ["targets"]),
    ofKinds(["impact"], { targets: { minItems: 1, maxItems: 20 }, depth: true }, ["targets"]),
    ofKinds(["tests", "impact"], { targets: { maxItems: 0 }, depth: true, diff: true }, ["diff"]),
  ],
};

/** Returns the schema of questions of some kinds, which have no other of the fields that depend on the kind. */
function ofKinds(
  kinds: readonly string[],
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
) {
  const { diff = false, depth = false, all = { const: false }, ...own } = properties;
  return { properties: { kind: { enum: kinds }, diff, depth, all, ...own }, required };
}

export const STRUCTURE_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  kind: z.enum(STRUCTURE_KINDS).describe("What is asked"),
  targets: z.exactOptional(STRUCTURE_TARGETS),
  ...STRUCTURE_LIMITS,
  budget: BUNDLE_FIELDS.budget,
  estimator: BUNDLE_FIELDS.estimator,
  ...REFRESH_FIELDS,
}).meta(FIELDS_BY_KIND);

/** The request of `log`. */
export type LogRequest = z.infer<typeof LOG_REQUEST>;

export const LOG_SESSION = SESSION_FIELD.describe("Only what this session was given");
export const LOG_LIMIT = LIMIT_FIELD.describe("Most records: by default 20");
export const LOG_BEFORE = RECORD_ID.describe("Only records older than this one");

export const LOG_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  session: z.exactOptional(LOG_SESSION),
  limit: z.exactOptional(LOG_LIMIT),
  before: z.exactOptional(LOG_BEFORE),
});

/** Names a record. */
export type RecordRequest = z.infer<typeof RECORD_REQUEST>;

export const RECORD_REQUEST = z.strictObject({ ...ROOT_FIELDS, id: RECORD_ID });

/** The request of `documents`. */
export type DocumentsRequest = z.infer<typeof DOCUMENTS_REQUEST>;

export const DOCUMENTS_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  folder: z.exactOptional(FILE_PATH),
  text: z.exactOptional(TEXT),
  language: z.exactOptional(TEXT),
  after: z.exactOptional(FILE_PATH),
  limit: z.exactOptional(LIMIT_FIELD),
});

/** The request of `document`. */
export type DocumentRequest = z.infer<typeof DOCUMENT_REQUEST>;

export const DOCUMENT_REQUEST = z.strictObject({ ...ROOT_FIELDS, path: FILE_PATH });

/** The request of `leftOut`. */
export type LeftOutRequest = z.infer<typeof LEFT_OUT_REQUEST>;

export const LEFT_OUT_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  text: z.exactOptional(TEXT),
  limit: z.exactOptional(LIMIT_FIELD),
});

/** The request of `measure`. */
export type MeasureRequest = z.infer<typeof MEASURE_REQUEST>;

export const MEASURE_REQUEST = z.strictObject({
  ...ROOT_FIELDS,
  session: SESSION_FIELD,
  transcript: z.exactOptional(TRANSCRIPT_TEXT)
    .describe("The agent's own text and its tool calls"),
  touched: z.exactOptional(z.array(FILE_PATH).max(MAX_TOUCHED))
    .describe("Files that the agent changed"),
});
