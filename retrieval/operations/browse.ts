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

/** Text that paths contain. */
const TEXT: RequestField<string> = { kind: "text", max: 1024 };

const DOCUMENTS_FIELDS = {
  root: ROOT_FIELD,
  folder: FILE_PATH_FIELD,
  text: TEXT,
  language: TEXT,
  after: FILE_PATH_FIELD,
  limit: limitField("Most documents"),
};

/** Operation that lists the documents of a folder or of a filter. */
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

/** Operation that returns the chunks and the definitions of a document. */
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

/** Operation that lists the files of a tree that are not indexed, by excluding rule. */
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

/**
 * Operation that returns the health of everything that answers depend on, with the effective
 * settings.
 */
export const HEALTH_OPERATION: Operation<RootRequest, TreeHealth, Engine> = {
  name: "health",
  summary: "State of everything that answers about a tree depend on, and the settings in use",
  fields: ROOT_FIELDS,
  run: async (engine) => (await engine.browser()).health(),
};
