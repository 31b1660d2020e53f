import type { Engine } from "../engine.ts";
import type {
  DocumentListing,
  IndexedDocument,
  LeftOutListing,
  TreeHealth,
} from "../inspect/browse/mod.ts";
import { type Operation, type RequestField, type RequestOf, required } from "../operation/mod.ts";
import {
  FILE_PATH_FIELD,
  limitField,
  ROOT_FIELD,
  ROOT_FIELDS,
  type RootRequest,
} from "./shared_fields.ts";

/** A text that paths are found by. */
const TEXT: RequestField<string> = { kind: "text", max: 1024 };

const DOCUMENTS_FIELDS = {
  root: ROOT_FIELD,
  folder: FILE_PATH_FIELD,
  text: TEXT,
  language: TEXT,
  after: FILE_PATH_FIELD,
  limit: limitField("Most documents"),
};

/** Documents of an index, as a folder shows them or as a filter finds them. */
export const DOCUMENTS_OPERATION: Operation<
  RequestOf<typeof DOCUMENTS_FIELDS>,
  DocumentListing,
  Engine
> = {
  name: "documents",
  summary: "Documents of an index, by folder or by filter",
  fields: DOCUMENTS_FIELDS,
  run: async (engine, request) => (await engine.browser()).documents(request),
};

const DOCUMENT_FIELDS = { root: ROOT_FIELD, path: required(FILE_PATH_FIELD) };

/** The chunks of a document and the names that it defines. */
export const DOCUMENT_OPERATION: Operation<
  RequestOf<typeof DOCUMENT_FIELDS>,
  IndexedDocument,
  Engine
> = {
  name: "document",
  summary: "The chunks of a document and the names that it defines",
  fields: DOCUMENT_FIELDS,
  run: async (engine, { path }) => (await engine.browser()).document(path),
};

const LEFT_OUT_FIELDS = {
  root: ROOT_FIELD,
  text: TEXT,
  limit: limitField("Maximum number of paths of a rule"),
};

/** What of a tree is not indexed, by the rule that leaves it out. */
export const LEFT_OUT_OPERATION: Operation<
  RequestOf<typeof LEFT_OUT_FIELDS>,
  LeftOutListing,
  Engine
> = {
  name: "leftOut",
  summary: "Files of a tree that are not indexed, by the rule that excludes them",
  fields: LEFT_OUT_FIELDS,
  run: async (engine, request) => (await engine.browser()).leftOut(request),
};

/** How what answers about a tree depend on is, and the settings in force. */
export const HEALTH_OPERATION: Operation<RootRequest, TreeHealth, Engine> = {
  name: "health",
  summary: "State of everything that answers about a tree depend on, and the settings in use",
  fields: ROOT_FIELDS,
  run: async (engine) => (await engine.browser()).health(),
};
