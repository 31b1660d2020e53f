import type { DocumentKind, PassageSource } from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { RetrievalError } from "../machine/mod.ts";
import type { MaskText } from "../secrets/mod.ts";
import {
  type LocatedFile,
  locateFile,
  type LocateOptions,
  readDocument,
  toSource,
} from "../tree/mod.ts";
import type { Lease } from "./lease.ts";
import { hideIgnored } from "./narrow_visibility.ts";

/** File that was requested by name. */
export interface ReadableFile {
  readonly path: string;
  readonly kind: DocumentKind;
  readonly language: string;
  /** Text, with secrets masked. */
  readonly text: string;
  /** Lines of the text. */
  readonly document: PassageSource;
  /** Size on disk in bytes. */
  readonly bytes: number;
}

/** Options of {@link openFile}. */
export interface OpenFileOptions extends LocateOptions {
  /** Masks secrets in a whole file; see `withMasks()`. */
  readonly mask: MaskText;
}

/** Returns the file at a path that an issue or an agent wrote, or the reason why there is none. */
export function openFile(
  written: string,
  { root, visibility, mask }: OpenFileOptions,
):
  | { readonly kind: "opened"; readonly file: ReadableFile }
  | Exclude<LocatedFile, { readonly kind: "file" }> {
  const located = locateFile(written, { root, visibility });
  if (located.kind !== "file") return located;
  const { path } = located;
  const read = readDocument(root, path, visibility, { explicit: true });
  if (read.kind === "skipped") {
    const { reason } = read;
    const kind = reason === "outside_root" || reason === "excluded" ? reason : "not_found";
    return { kind, reason: read.message };
  }
  const text = mask(path, read.text);
  const original = toSource(read);
  const document = text === read.text ? original : toSource({ text }, original);
  const file = { path, ...detectLanguage(path, text), text, document, bytes: read.size };
  return { kind: "opened", file };
}

/**
 * Returns the files at some written paths, in their order, of any size.
 *
 * @throws {RetrievalError} `file-not-found`, `file-excluded`.
 */
export async function openNamedFiles(
  written: readonly string[],
  { mask, ...state }: Pick<Lease, "indexed" | "index" | "visibility"> & {
    readonly mask: MaskText;
  },
): Promise<readonly ReadableFile[]> {
  const { root } = state.indexed;
  const visibility = await hideIgnored(state.visibility, written, state);
  return written.map((path) => {
    const outcome = openFile(path, { root, visibility, mask });
    if (outcome.kind === "opened") return outcome.file;
    const { kind, reason } = outcome;
    const isMissing = kind === "folder" || kind === "not_found";
    const why = kind === "folder" ? " as it is a folder" : `: ${reason}`;
    const code = isMissing ? "file-not-found" : "file-excluded";
    throw new RetrievalError(code, `Cannot read "${path}"${why}`);
  });
}
