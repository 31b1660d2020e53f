import { isContextError } from "../../mod.ts";
import type { TreeReport } from "./answer_tree.ts";
import { resolve } from "node:path";

/** A call that can not be answered; the message is one sentence for the caller. */
export class QualityUsageError extends Error {
  override readonly name = "QualityUsageError";
}

/**
 * Returns the absolute path of what an option names.
 *
 * @throws {QualityUsageError} When there is nothing.
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

/** A file that is written piece by piece, so that what is done stays when a later piece fails. */
export class TextFile implements Disposable {
  readonly #file: Deno.FsFile;

  /** Makes the file, or empties the one that is there. */
  constructor(path: string) {
    this.#file = Deno.openSync(path, { write: true, create: true, truncate: true });
  }

  /** Writes a text at the end. */
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

/** Prints what a program answers, or the sentence that says what is wrong with its call. */
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

/** Says on standard error what indexing a tree and asking it took. */
export function reportTree(
  name: string,
  { documents, chunks, indexMs, queryMs }: TreeReport,
): void {
  const index = `${documents} documents, ${chunks} chunks in ${(indexMs / SECOND_MS).toFixed(1)} s`;
  writeText(Deno.stderr, `${name}: ${index}; ${queryMs.toFixed(1)} ms a query\n`);
}
