/** How a file is shown: whole, or as declarations without bodies. */
export type FileForm = "whole" | "outline";

/** The size of a file. */
export interface FileSize {
  /** Number of lines; a line end at the very end opens no further line. */
  readonly lines: number;
  /** Bytes on disk. */
  readonly bytes: number;
}

/** Most lines of a file that is shown whole. */
const WHOLE_LINES = 400;

const BYTES_PER_KB = 1024;

/** Returns the form of a file that a task may edit: whole up to 400 lines and `maxFileSizeKb` KiB. */
export function chooseFileForm(
  { lines, bytes }: FileSize,
  { maxFileSizeKb }: { readonly maxFileSizeKb: number },
): FileForm {
  return lines <= WHOLE_LINES && bytes <= maxFileSizeKb * BYTES_PER_KB ? "whole" : "outline";
}
