import type { FileText } from "../answer/mod.ts";
import type { Engine } from "../engine.ts";
import { integerField, type Operation, type RequestOf, required } from "../operation/mod.ts";
import { FILE_PATH_FIELD, isReversed, REVERSED_LINES, ROOT_FIELD } from "./shared_fields.ts";

const FIELDS = {
  root: ROOT_FIELD,
  path: required(FILE_PATH_FIELD),
  startLine: integerField("First line, 1-based; by default the first of the file", { min: 1 }),
  endLine: integerField("Last line, inclusive; by default the last of the file", { min: 1 }),
};

/** Operation that returns lines of a file. */
export const READ_OPERATION: Operation<RequestOf<typeof FIELDS>, FileText, Engine> = {
  name: "read",
  summary: "Lines of a file, as it is now",
  fields: FIELDS,
  rules: [{
    field: "endLine",
    problem: REVERSED_LINES,
    holds: (request) => !isReversed(request),
  }],
  run: (engine, { path, startLine, endLine }) => engine.readFile(path, { startLine, endLine }),
};
