import type { ReadFileOptions } from "@dossier/retrieval";
import * as z from "zod";
import { FILE_PATH, LINE, ROOT_NAME } from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** What `read` takes: a range of a file. */
export interface ReadRequest extends RootRequest, ReadFileOptions {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
}

/** What is wrong with lines whose last is before the first. */
export const REVERSED_LINES = "Give an endLine that is not before startLine";

/** Validates a {@link ReadRequest}. */
export const READ_REQUEST: z.ZodType<ReadRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  path: FILE_PATH,
  startLine: z.exactOptional(LINE).describe(
    "First line, 1-based; by default the first of the file",
  ),
  endLine: z.exactOptional(LINE).describe("Last line, inclusive; by default the last of the file"),
}).refine((request) => !isReversed(request), { path: ["endLine"], error: REVERSED_LINES });

/** Returns whether the last line of a range is before the first. */
export function isReversed(
  { startLine = 1, endLine = Infinity }: Pick<ReadFileOptions, "startLine" | "endLine">,
): boolean {
  return endLine < startLine;
}
