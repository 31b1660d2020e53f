import { isContextError } from "../../mod.ts";
import type { TreeReport } from "./answer_tree.ts";
import { resolve } from "node:path";

/** Invalid call; the message is one sentence for the caller. */
export class QualityUsageError extends Error {
  override readonly name = "QualityUsageError";
}

/**
 * Returns the absolute path in an option.
 *
 * @throws {QualityUsageError} When nothing exists there.
 */
export function existingPath(option: string, path: string): string {
  try {
    Deno.statSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new QualityUsageError(`Cannot find what "--${option}" names: there is no "${path}"`);
  }
  return resolve(path);
}

/** File that is written piece by piece, so that finished pieces are kept when a later one fails. */
export class TextFile implements Disposable {
  readonly #file: Deno.FsFile;

  /** Creates the file, or empties an existing one. */
  constructor(path: string) {
    this.#file = Deno.openSync(path, { write: true, create: true, truncate: true });
  }

  /** Appends a text. */
  write(text: string): void {
    writeText(this.#file, text);
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
  }
}

/** Writes all of a text. */
export function writeText(file: { writeSync(bytes: Uint8Array): number }, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}

const USAGE_EXIT_CODE = 2;

/** Prints the answer of a program, or the sentence about an invalid call. */
export async function printAnswer(answer: () => Promise<string>): Promise<void> {
  try {
    writeText(Deno.stdout, await answer());
  } catch (error) {
    const isSentence = error instanceof QualityUsageError || error instanceof SyntaxError ||
      isContextError(error);
    if (!isSentence) throw error;
    writeText(Deno.stderr, `${error.message}\n`);
    Deno.exitCode = USAGE_EXIT_CODE;
  }
}

const SECOND_MS = 1000;

/** Prints the durations of indexing and querying a tree to standard error. */
export function reportTree(
  name: string,
  { documents, chunks, indexMs, queryMs }: TreeReport,
): void {
  const index = `${documents} documents, ${chunks} chunks in ${(indexMs / SECOND_MS).toFixed(1)} s`;
  writeText(Deno.stderr, `${name}: ${index}; ${queryMs.toFixed(1)} ms a query\n`);
}
