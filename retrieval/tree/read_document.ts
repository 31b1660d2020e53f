import {
  BINARY_HEAD_BYTES,
  type ExclusionRule,
  formatExclusionReason,
  type PathFacts,
  type Visibility,
} from "@dossier/core/exclude";
import {
  type DecodedText,
  decodeFile,
  isMissing,
  openSameFile,
  readSameFile,
  readStart,
} from "../machine/mod.ts";

/**
 * Maximum size of a file that is read, in bytes, for any caller. Texts and their lines are held in
 * memory several times, and V8 ends the process when an array of lines gets too long.
 */
export const MAX_READ_BYTES = 16 * 1024 * 1024;

/** Listed file without a text to index. */
interface SkippedDocument {
  readonly kind: "skipped";
  readonly reason: "symlink" | "special" | "outside_root" | "vanished" | "unreadable" | "excluded";
  /** Reason for people, as half a sentence. */
  readonly message: string;
  /** Size in bytes; 0 when it is unknown. */
  readonly size: number;
}

/** File that may be read, as far as this is known without reading it. */
export interface ReadableDocument {
  readonly kind: "file";
  /** Size in bytes. */
  readonly size: number;
  /** Modification time, in milliseconds since 1970. */
  readonly modified: number;
  /** Time of the last change of the bytes or of the metadata, in milliseconds since 1970. */
  readonly touched: number;
  /** Inode number; 0 when there is none. */
  readonly inode: number;
  /** Number of the device. */
  readonly device: number;
}

/** Text and bytes of a file, or the reason why there are none. */
type ReadOutcome =
  | DecodedText & Pick<ReadableDocument, "size" | "modified"> & {
    readonly kind: "text";
    readonly bytes: Uint8Array<ArrayBuffer>;
  }
  | SkippedDocument;

/**
 * Returns the text of a file of the tree. Never opens links, devices, pipes, files that a rule
 * excludes by name or size, files outside of the root by their real path, and files larger than
 * {@link MAX_READ_BYTES}.
 *
 * @param root Real absolute path of the tree.
 * @param path Path relative to the root, with `/`.
 * @param options.explicit True when this file was requested by name, so that rules on size do not
 * apply.
 */
export function readDocument(
  root: string,
  path: string,
  visibility: Visibility,
  { explicit = false }: { readonly explicit?: boolean } = {},
): ReadOutcome {
  const found = statDocument(root, path, visibility, { explicit });
  if (found.kind === "skipped") return found;
  try {
    const opened = openSameFile(`${root}/${path}`, { dev: found.device, ino: found.inode });
    if (opened.kind === "refused") return REPLACED;
    using file = opened;
    // Bytes appended in the meantime are not read, so that no file exceeds the rules on size.
    const bytes = readStart(file.descriptor, Math.min(file.size, MAX_READ_BYTES));
    return toOutcome(path, { bytes, found, visibility, explicit });
  } catch (error) {
    return skipFailed(error);
  }
}

/**
 * Returns facts about a file that may be read, by the rules of {@link readDocument}, or the reason
 * why it may not.
 */
export function statDocument(
  root: string,
  path: string,
  visibility: Visibility,
  { explicit = false }: { readonly explicit?: boolean } = {},
): ReadableDocument | SkippedDocument {
  try {
    const { isFile, isSymlink, size, mtime, ctime, ino, dev } = Deno.lstatSync(`${root}/${path}`);
    const irregularKind = classifyPath(root, path, { isFile, isSymlink });
    const rule = visibility.findHidingRule(path, {
      size,
      irregularKind,
      isExplicit: explicit,
    });
    if (rule !== undefined) return skipHidden(rule, size);
    if (size > MAX_READ_BYTES) {
      return skip("excluded", `it has ${size} bytes, and at most ${MAX_READ_BYTES} are read`, size);
    }
    const modified = mtime?.getTime() ?? 0;
    const touched = Math.max(modified, ctime?.getTime() ?? 0);
    return { kind: "file", size, modified, touched, inode: ino ?? 0, device: dev };
  } catch (error) {
    return skipFailed(error);
  }
}

/**
 * Returns the text of a file that may be read. A file that replaced it, such as a link to a file
 * outside of the root, is not read.
 */
export async function readText(
  root: string,
  path: string,
  { visibility, ...found }: ReadableDocument & { readonly visibility: Visibility },
): Promise<ReadOutcome> {
  const identity = { dev: found.device, ino: found.inode, size: found.size };
  try {
    const bytes = await readSameFile(`${root}/${path}`, identity);
    return bytes === undefined ? REPLACED : toOutcome(path, { bytes, found, visibility });
  } catch (error) {
    return skipFailed(error);
  }
}

const REPLACED = skip("vanished", "another file replaced it");

function toOutcome(
  path: string,
  { bytes, found: { size, modified }, visibility, explicit = false }: {
    readonly bytes: Uint8Array<ArrayBuffer>;
    readonly found: ReadableDocument;
    readonly visibility: Visibility;
    readonly explicit?: boolean;
  },
): ReadOutcome {
  const rule = visibility.findHidingRule(path, {
    head: bytes.subarray(0, BINARY_HEAD_BYTES),
    isExplicit: explicit,
  });
  if (rule !== undefined) return skipHidden(rule, size);
  return { kind: "text", ...decodeFile(bytes), bytes, size, modified };
}

function skipHidden(rule: ExclusionRule, size: number): SkippedDocument {
  const { kind } = rule;
  const isIrregular = kind === "symlink" || kind === "special" || kind === "outside_root";
  return skip(isIrregular ? kind : "excluded", formatExclusionReason(rule), size);
}

function skipFailed(error: unknown): SkippedDocument {
  return isMissing(error)
    ? skip("vanished", "it was deleted")
    : skip("unreadable", "it cannot be read");
}

function skip(reason: SkippedDocument["reason"], message: string, size = 0): SkippedDocument {
  return { kind: "skipped", reason, message, size };
}

/**
 * Returns what is at a path when it is not a regular file inside of the root, including links in
 * its folders; undefined for a regular file.
 */
export function classifyPath(
  root: string,
  path: string,
  { isFile, isSymlink }: Pick<Deno.FileInfo, "isFile" | "isSymlink">,
): PathFacts["irregularKind"] {
  if (isSymlink) return "symlink";
  if (!isFile) return "special";
  const slash = path.lastIndexOf("/");
  if (slash < 0) return undefined;
  const folder = `${root}/${path.slice(0, slash)}`;
  return Deno.realPathSync(folder) === folder ? undefined : "outside_root";
}
