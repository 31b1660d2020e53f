import { type Lease, openNamedFiles } from "../lease/mod.ts";
import { RetrievalError } from "../machine/mod.ts";
import { withMasks } from "../secrets/mod.ts";

/** Range of lines for {@link readFile}. */
export interface ReadFileOptions {
  /** First line, 1-based. @default 1 */
  readonly startLine?: number | undefined;
  /**
   * Last line, 1-based and inclusive; a larger number means the last line of the file. @default the
   * last
   */
  readonly endLine?: number | undefined;
}

/** Lines of a file that may be served, with secrets masked. */
export interface FileText {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** First returned line, 1-based. */
  readonly startLine: number;
  /** Last returned line, 1-based and inclusive; before the first one in an empty file. */
  readonly endLine: number;
  /** Number of lines of the whole file. */
  readonly lineCount: number;
  /** Lines joined by newlines, without a final one. */
  readonly text: string;
}

/**
 * Returns lines of a file of at most `MAX_READ_BYTES`, independent of the rules on size.
 *
 * @throws {RetrievalError} `file-not-found`, `file-excluded`.
 * @throws {RangeError} When the last line is before the first.
 */
export async function readFile(
  written: string,
  state: Pick<Lease, "indexed" | "index" | "visibility">,
  { startLine = 1, endLine = Infinity }: ReadFileOptions,
): Promise<FileText> {
  if (endLine < startLine) {
    throw new RangeError(
      `Cannot read "${written}" as the last line must not be before the first: current values ` +
        `are ${endLine} and ${startLine}`,
    );
  }
  // The whole file is masked, because the requested lines may begin or end inside of a secret.
  const [file] = await withMasks((mask) => openNamedFiles([written], { ...state, mask }));
  const { path, language, document: { lines } } = file!;
  const last = Math.min(endLine, lines.length);
  if (startLine > Math.max(lines.length, 1)) {
    throw new RetrievalError(
      "file-not-found",
      `Cannot read line ${startLine} of "${path}" as it has ${lines.length} lines`,
    );
  }
  return {
    path,
    language,
    startLine,
    endLine: last,
    lineCount: lines.length,
    text: lines.slice(startLine - 1, last).join("\n"),
  };
}
