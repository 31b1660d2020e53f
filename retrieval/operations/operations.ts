import type { OperationRow } from "../operation/mod.ts";

/**
 * Operations of the engine, in the order of help and of the API document. To add one, add its file
 * and its row.
 */
export const OPERATIONS = [
  {
    name: "context",
    commands: ["context"],
    isExtensible: true,
    load: async () => (await import("./context.ts")).CONTEXT_OPERATION,
  },
  {
    name: "need",
    commands: ["need"],
    load: async () => (await import("./need.ts")).NEED_OPERATION,
  },
  {
    name: "search",
    commands: ["search"],
    load: async () => (await import("./search.ts")).SEARCH_OPERATION,
  },
  {
    name: "explain",
    commands: ["explain"],
    load: async () => (await import("./explain.ts")).EXPLAIN_OPERATION,
  },
  {
    name: "structure",
    commands: ["map", "outline", "callers", "callees", "tests", "impact", "paths", "related"],
    load: async () => (await import("./structure.ts")).STRUCTURE_OPERATION,
  },
  { name: "read", load: async () => (await import("./read.ts")).READ_OPERATION },
  {
    name: "status",
    commands: ["status"],
    load: async () => (await import("./status.ts")).STATUS_OPERATION,
  },
  {
    name: "index",
    commands: ["index"],
    load: async () => (await import("./index_tree.ts")).INDEX_OPERATION,
  },
  { name: "log", load: async () => (await import("./log.ts")).LOG_OPERATION },
  { name: "record", load: async () => (await import("./record.ts")).RECORD_OPERATION },
  { name: "recordText", load: async () => (await import("./record.ts")).RECORD_TEXT_OPERATION },
  { name: "withdraw", load: async () => (await import("./withdraw.ts")).WITHDRAW_OPERATION },
  { name: "documents", load: async () => (await import("./browse.ts")).DOCUMENTS_OPERATION },
  { name: "document", load: async () => (await import("./browse.ts")).DOCUMENT_OPERATION },
  { name: "leftOut", load: async () => (await import("./browse.ts")).LEFT_OUT_OPERATION },
  { name: "health", load: async () => (await import("./browse.ts")).HEALTH_OPERATION },
  { name: "measure", load: async () => (await import("./measure.ts")).MEASURE_OPERATION },
  { name: "timeline", load: async () => (await import("./measure.ts")).TIMELINE_OPERATION },
] as const satisfies readonly OperationRow[];

type Rows = typeof OPERATIONS[number];

/** Name of an operation of the engine. */
export type OperationName = Rows["name"];

type Named<Name extends OperationName> = Awaited<
  ReturnType<Extract<Rows, { readonly name: Name }>["load"]>
>;

/** Request of an operation. */
export type RequestFor<Name extends OperationName> = Parameters<Named<Name>["run"]>[1];

/** Answer of an operation. */
export type AnswerFor<Name extends OperationName> = Awaited<ReturnType<Named<Name>["run"]>>;
