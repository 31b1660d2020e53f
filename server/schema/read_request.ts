import * as z from "zod";
import { FILE_PATH, LINE, ROOT_NAME } from "./fields.ts";

/** What `read` takes: a range of a file. */
export const READ_REQUEST = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  path: FILE_PATH,
  startLine: z.exactOptional(LINE).describe(
    "First line, 1-based; by default the first of the file",
  ),
  endLine: z.exactOptional(LINE).describe("Last line, inclusive; by default the last of the file"),
});

/** What `read` takes. */
export type ReadRequest = z.infer<typeof READ_REQUEST>;
