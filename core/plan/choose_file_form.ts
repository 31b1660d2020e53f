/** Whether the text of a file is shown whole or as its declarations without their bodies. */
export type FileForm = "whole" | "outline";

/** How big a file is. */
export interface FileSize {
  /** Lines, a line end at the very end not counted as one more. */
  readonly lines: number;
  /** Bytes on disk. */
  readonly bytes: number;
}

/** Lines of a file that is still shown whole. */
const WHOLE_LINES = 400;

const BYTES_PER_KB = 1024;

/** Returns how a file is shown that a task may edit: whole up to 400 lines and `maxFileSizeKb` KiB. */
export function chooseFileForm(
  { lines, bytes }: FileSize,
  { maxFileSizeKb }: { readonly maxFileSizeKb: number },
): FileForm {
  return lines <= WHOLE_LINES && bytes <= maxFileSizeKb * BYTES_PER_KB ? "whole" : "outline";
}
