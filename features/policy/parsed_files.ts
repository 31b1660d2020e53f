import { PolicyError, type PolicyErrorCode } from "./core/mod.ts";
import { BoundedMap, contentHash, RACY_MS } from "@dossier/retrieval/machine";
import { type CheckedText, checkSignature, type SignatureCheck } from "./integrity.ts";
import type { FileContext } from "@dossier/retrieval/notation";
import type { SpaceFolder } from "./space_folder.ts";

/** Maximum number of characters of the files whose values are cached, per thread and tree. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/** The value of a file, and the result of its signature check. */
export interface ParsedFile<T> extends Omit<CheckedText, "text"> {
  readonly value: T;
  /** SHA-256 of its bytes, in lower-case hexadecimal. */
  readonly hash: string;
  /** Sentences on the parts that are ignored. */
  readonly warnings: readonly string[];
}

/** Options of {@link ParsedFiles.read}. */
interface ParseOptions<T> extends Omit<SignatureCheck, "path"> {
  /** Code of the error when the file cannot be used. */
  readonly code: PolicyErrorCode;
  readonly parse: (text: string, place: FileContext) => T | Promise<T>;
}

/** A value that is valid as long as its file has this stamp. */
interface CachedFile {
  readonly stamp: string;
  /** Stamp of the key that the file names; absent when it names none. */
  readonly keyStamp: string | undefined;
  readonly parsed: ParsedFile<unknown>;
  readonly characters: number;
}

/** Reads files of policies, and caches their values as long as the files do not change. */
export class ParsedFiles {
  readonly #cache = new BoundedMap<string, CachedFile>({
    limit: MAX_CACHED_CHARACTERS,
    sizeOf: ({ characters }) => characters + 1,
  });

  /**
   * Returns the value of a file, or undefined when it is missing. A path must always be parsed in
   * the same way.
   *
   * @param file Path below the folder.
   * @throws {PolicyError} `tampered-item` for a wrong signature, `code` for an unreadable file, and
   * the errors of `parse`.
   */
  async read<T>(
    folder: SpaceFolder,
    file: string,
    parsing: ParseOptions<T>,
  ): Promise<ParsedFile<T> | undefined> {
    const look = folder.stat(file);
    if (look === undefined) return undefined;
    const key = `${folder.path ?? ""}/${file}`;
    const kept = this.#cache.get(key);
    const toKeyStamp = (parsed: ParsedFile<unknown>) =>
      parsed.key === undefined ? undefined : parsing.keys.stamp(parsed.key);
    if (kept?.stamp === look.stamp && kept.keyStamp === toKeyStamp(kept.parsed)) {
      return kept.parsed as ParsedFile<T>;
    }
    const path = folder.displayPath(file);
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
    // A file that was just changed may change again within the resolution of its time.
    if (look.changedAt <= Date.now() - RACY_MS) {
      const { stamp } = look;
      const keyStamp = toKeyStamp(parsed);
      this.#cache.set(key, { stamp, keyStamp, parsed, characters: text.length });
    }
    return parsed;
  }
}
