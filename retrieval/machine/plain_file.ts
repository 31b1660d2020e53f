import { decodeText } from "./decode_text.ts";
import { fillBytes } from "./file_info.ts";
import { dirname, join } from "./paths.ts";
import { waitWithin } from "./wait_within.ts";

/**
 * Returns `node:fs`, which takes 25 ms to load. Only it can open a pipe without waiting for a
 * writer.
 */
// deno-lint-ignore no-process-global -- to import it takes 13 ms
const nodeFiles = () => process.getBuiltinModule("node:fs");

/**
 * Maximum time to open a file: number of steps, and milliseconds of each. Opening a pipe would take
 * forever.
 */
const OPEN_STEPS = 20;
const OPEN_STEP_MS = 100;

/** Maximum size of a file of a tree with settings or a template, in bytes. */
const MAX_PLAIN_BYTES = 16 * 1024 * 1024;

/** Maximum size of a file that the user names, in bytes, as trackers and transcripts grow. */
const MAX_NAMED_BYTES = 256 * 1024 * 1024;

/** Reasons for which a file is not read, and fixes, as half a sentence each. */
const RULES = {
  missing: { rule: "there is no such file", fix: "name one that exists" },
  link: { rule: "it is not a regular file but a symbolic link", fix: "replace it by a file" },
  outside: { rule: "a folder of its path is a symbolic link", fix: "replace it by a folder" },
  folder: { rule: "it is not a regular file but a folder", fix: "replace it by a file" },
  special: {
    rule: "it is not a regular file but a pipe, a socket or a device",
    fix: "replace it by a file",
  },
  large: { rule: "it is too large", fix: "make it smaller" },
  replaced: { rule: "it was replaced while it was opened", fix: "try again" },
  unreadable: { rule: "it cannot be read", fix: "check its permissions" },
} as const;

/** Reasons and fixes combined to half a sentence. */
export const REFUSALS = Object.fromEntries(
  Object.entries(RULES).map(([reason, { rule, fix }]) => [reason, `${rule}: ${fix}`]),
) as Readonly<Record<keyof typeof RULES, string>>;

/** File that was not read, with the reason. */
export interface RefusedFile {
  readonly kind: "refused";
  readonly reason: keyof typeof REFUSALS;
  /** Reason for people; see {@link REFUSALS}. */
  readonly message: string;
  /** Reason without the fix. */
  readonly rule: string;
  /** Error of the system. */
  readonly cause?: unknown;
}

/** Bytes of a file, or the reason why it is not read. */
type PlainBytes =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | RefusedFile;

/** Text of a file, or the reason why it is not read. */
type PlainText = { readonly kind: "text"; readonly text: string } | RefusedFile;

/** Open file, which is closed by disposing of it. */
interface OpenedFile extends Disposable {
  readonly kind: "open";
  readonly descriptor: number;
  readonly size: number;
}

interface PlainFileOptions {
  /**
   * Absolute path of a folder that contains the file. No link below it is followed. Without it the
   * user has named the file, and may have named a link.
   */
  readonly below?: string | undefined;
  /** Maximum size in bytes. @default MAX_PLAIN_BYTES, or 256 MiB for a file that the user names */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the bytes of a regular file. Links, pipes, devices, sockets, folders and files that are
 * too large are refused without waiting.
 *
 * All files that are read because of their name are read with this function, as the author of the
 * tree decides what is under that name.
 *
 * @param path Absolute path.
 * @example
 * ```ts
 * import { readPlainFile } from "./plain_file.ts";
 * import assert from "node:assert/strict";
 *
 * const folder = Deno.realPathSync(Deno.makeTempDirSync());
 * Deno.symlinkSync("/etc/passwd", `${folder}/prompt.md`);
 * const read = readPlainFile(`${folder}/prompt.md`, { below: folder });
 * assert.equal(read.kind === "refused" && read.reason, "link");
 * ```
 */
export function readPlainFile(
  path: string,
  options: PlainFileOptions = {},
): PlainBytes {
  const opened = openPlainFile(path, options);
  if (opened.kind === "refused") return opened;
  using file = opened;
  try {
    return { kind: "bytes", bytes: readStart(file.descriptor, file.size) };
  } catch (cause) {
    return refuse("unreadable", cause);
  }
}

/** Returns the text of a file, read as in {@link readPlainFile}. */
export function readPlainText(path: string, options: PlainFileOptions = {}): PlainText {
  return toText(readPlainFile(path, options));
}

/**
 * Opens a regular file for reading. The opened file is the one that was checked: a file that
 * replaces it in between is refused. The folders of the path are checked for links too. A folder
 * that is replaced and restored within these microseconds is not noticed.
 *
 * @param path Absolute path.
 */
export function openPlainFile(
  path: string,
  options: PlainFileOptions = {},
): OpenedFile | RefusedFile {
  try {
    const found = statPlainFile(path, options);
    return "kind" in found ? found : openSameFile(path, found);
  } catch (cause) {
    return refuse(isMissing(cause) ? "missing" : "unreadable", cause);
  }
}

/** Reads a file as {@link readPlainFile} does, but starts faster; see {@link readSameFile}. */
export async function readPlainFileAsync(
  path: string,
  options: PlainFileOptions = {},
): Promise<PlainBytes> {
  try {
    const found = statPlainFile(path, options);
    if ("kind" in found) return found;
    const bytes = await readSameFile(path, found);
    return bytes === undefined ? refuse("replaced") : { kind: "bytes", bytes };
  } catch (cause) {
    return refuse(isMissing(cause) ? "missing" : "unreadable", cause);
  }
}

/** Returns the text of a file, read as in {@link readPlainFileAsync}. */
export async function readPlainTextAsync(
  path: string,
  options: PlainFileOptions = {},
): Promise<PlainText> {
  return toText(await readPlainFileAsync(path, options));
}

function toText(read: PlainBytes): PlainText {
  if (read.kind === "refused") return read;
  return { kind: "text", text: decodeText(read.bytes) };
}

/**
 * Returns information about the file at a path, or the reason why it is not read.
 *
 * @throws Errors of the system when there is no file, or it may not be read.
 */
function statPlainFile(
  path: string,
  { below, maxBytes = below === undefined ? MAX_NAMED_BYTES : MAX_PLAIN_BYTES }: PlainFileOptions,
): Deno.FileInfo | RefusedFile {
  const found = below === undefined ? Deno.statSync(path) : Deno.lstatSync(path);
  const wrong = findRefusal(found, maxBytes);
  if (wrong !== undefined) return wrong;
  return below !== undefined && !hasNoLinkBetween(path, below) ? refuse("outside") : found;
}

/**
 * Opens the file that was checked, and no other.
 *
 * @throws Errors of the system when there is no file, or it may not be read.
 */
export function openSameFile(
  path: string,
  { dev, ino }: Pick<Deno.FileInfo, "dev" | "ino">,
): OpenedFile | RefusedFile {
  const fs = nodeFiles();
  // If a pipe replaced the file in the meantime, opening does not wait for it.
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const opened = fs.fstatSync(descriptor);
  if (opened.dev !== dev || opened.ino !== (ino ?? 0)) {
    fs.closeSync(descriptor);
    return refuse("replaced");
  }
  const { size } = opened;
  return { kind: "open", descriptor, size, [Symbol.dispose]: () => fs.closeSync(descriptor) };
}

/** Returns at most `size` bytes from the start of an open file. */
export function readStart(descriptor: number, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let length = 0;
  while (length < size) {
    const read = nodeFiles().readSync(descriptor, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return length === size ? bytes : bytes.slice(0, length);
}

/**
 * Returns the first bytes of the file that was checked; undefined when another file replaced it.
 * Does not load `node:fs`, and gives up on a pipe that replaced the file.
 *
 * @throws Errors of the system when there is no file, or it may not be read.
 */
export async function readSameFile(
  path: string,
  { dev, ino, size }: Pick<Deno.FileInfo, "dev" | "ino" | "size">,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opening = Deno.open(path);
  let opened: Deno.FsFile | undefined;
  // In steps, as time in which this thread was busy does not count, except for one step: an ignore
  // file that is given up would exclude nothing.
  for (let step = 0; step < OPEN_STEPS && opened === undefined; step++) {
    opened = await waitWithin(opening, OPEN_STEP_MS);
  }
  if (opened === undefined) {
    opening.then((file) => file.close(), () => {});
    return undefined;
  }
  using file = opened;
  const now = file.statSync();
  if (now.dev !== dev || now.ino !== ino) return undefined;
  const bytes = new Uint8Array(Math.min(size, now.size));
  const length = fillBytes(file, bytes);
  return length === bytes.length ? bytes : bytes.slice(0, length);
}

function findRefusal(
  { isSymlink, isDirectory, isFile, size }: Deno.FileInfo,
  maxBytes: number,
): RefusedFile | undefined {
  if (isSymlink) return refuse("link");
  if (isDirectory) return refuse("folder");
  if (!isFile) return refuse("special");
  if (size <= maxBytes) return undefined;
  const rule = `it is larger than ${maxBytes} bytes (it has ${size})`;
  return { ...refuse("large"), rule, message: `${rule}: ${RULES.large.fix}` };
}

/**
 * Returns true when no folder between `below` and a file in it is a link.
 *
 * @throws Errors of the system when a folder is missing.
 */
export function hasNoLinkBetween(path: string, below: string): boolean {
  const folder = dirname(path);
  const top = Deno.realPathSync(below);
  const real = Deno.realPathSync(folder);
  const isInside = real === top || real.startsWith(top.endsWith("/") ? top : `${top}/`);
  return isInside && folder.startsWith(below) && real === join(top, folder.slice(below.length));
}

function refuse(reason: RefusedFile["reason"], cause?: unknown): RefusedFile {
  return { kind: "refused", reason, message: REFUSALS[reason], rule: RULES[reason].rule, cause };
}

/** Returns true when `error` of the runtime or of `node:fs` says that a file is missing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Error && "code" in error &&
      (error.code === "ENOENT" || error.code === "ENOTDIR");
}
