import { PolicyError, type PolicyErrorCode } from "./core/mod.ts";
import { BoundedMap, contentHash, RACY_MS } from "@dossier/retrieval/machine";
import { type CheckedText, checkSignature, type SignatureCheck } from "./integrity.ts";
import type { ReadPlace } from "@dossier/retrieval/notation";
import type { SpaceFolder } from "./space_folder.ts";

/** Characters of the files whose values are kept, by each thread for each tree. */
const MAX_KEPT_CHARACTERS = 16 * 1024 * 1024;

/** What a file says, and what vouches for it. */
export interface ParsedFile<T> extends Omit<CheckedText, "text"> {
  readonly value: T;
  /** SHA-256 of its bytes, in lower-case hexadecimal. */
  readonly hash: string;
  /** Sentences on what of it is passed over. */
  readonly warnings: readonly string[];
}

/** How a file is read. */
interface Parsing<T> extends Omit<SignatureCheck, "path"> {
  /** What is wrong with one that can not be used. */
  readonly code: PolicyErrorCode;
  readonly parse: (text: string, place: ReadPlace) => T | Promise<T>;
}

/** A value that holds as long as its file has this stamp. */
interface KeptFile {
  readonly stamp: string;
  /** What was trusted of the key that the file names; absent when it names none. */
  readonly keyStamp: string | undefined;
  readonly parsed: ParsedFile<unknown>;
  readonly characters: number;
}

/** Reads files of policies, and keeps what they say for as long as they stay as they are. */
export class ParsedFiles {
  readonly #kept = new BoundedMap<string, KeptFile>({
    limit: MAX_KEPT_CHARACTERS,
    weigh: ({ characters }) => characters + 1,
  });

  /**
   * Returns what a file says, or undefined when there is none. A path is always parsed in one way.
   *
   * @param file Path below the folder.
   * @throws {PolicyError} `tampered-item`; `code` when it can not be read, and what `parse` throws.
   */
  async read<T>(
    folder: SpaceFolder,
    file: string,
    parsing: Parsing<T>,
  ): Promise<ParsedFile<T> | undefined> {
    const look = folder.look(file);
    if (look === undefined) return undefined;
    const key = `${folder.path ?? ""}/${file}`;
    const kept = this.#kept.get(key);
    const toKeyStamp = (parsed: ParsedFile<unknown>) =>
      parsed.key === undefined ? undefined : parsing.keys.stamp(parsed.key);
    if (kept?.stamp === look.stamp && kept.keyStamp === toKeyStamp(kept.parsed)) {
      return kept.parsed as ParsedFile<T>;
    }
    const path = folder.describe(file);
    const read = await folder.read(file);
    if (read === undefined) return undefined;
    const { code, parse } = parsing;
    if (read.kind === "refused") {
      throw new PolicyError(code, { action: `use "${path}"`, rule: read.message });
    }
    const { text, ...vouched } = await checkSignature(read.text, { ...parsing, path });
    const warnings: string[] = [];
    const value = await parse(text, { path, code, warn: (sentence) => warnings.push(sentence) });
    const parsed = { value, ...vouched, hash: await contentHash(read.bytes), warnings };
    // One that was just touched may change once more without a sign.
    if (look.touched <= Date.now() - RACY_MS) {
      const { stamp } = look;
      const keyStamp = toKeyStamp(parsed);
      this.#kept.set(key, { stamp, keyStamp, parsed, characters: text.length });
    }
    return parsed;
  }
}
