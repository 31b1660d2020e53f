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
