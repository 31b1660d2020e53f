import { decodeText } from "./decode_text.ts";
import { fillBytes } from "./file_info.ts";
import { dirname, join } from "./paths.ts";
import { waitWithin } from "./wait_within.ts";

/** Returns `node:fs`, which takes 25 ms of a start: only it opens a file without waiting for whoever writes to a pipe. */
// deno-lint-ignore no-process-global -- to import it takes 13 ms
const nodeFiles = () => process.getBuiltinModule("node:fs");

/** How long a file may take to be opened: so many times so many milliseconds. A pipe takes for ever. */
const OPEN_STEPS = 20;
const OPEN_STEP_MS = 100;

/** Beyond this many bytes a file of a tree is not one that somebody wrote settings or a template into. */
const MAX_PLAIN_BYTES = 16 * 1024 * 1024;

/** The same of a file that the user names, as trackers and transcripts grow. */
const MAX_NAMED_BYTES = 256 * 1024 * 1024;

/** Why a file that is named is not read, and what can be done about it: half a sentence each. */
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

/** The same in one half of a sentence. */
export const REFUSALS = Object.fromEntries(
  Object.entries(RULES).map(([reason, { rule, fix }]) => [reason, `${rule}: ${fix}`]),
) as Readonly<Record<keyof typeof RULES, string>>;

/** A file that is not read. */
export interface RefusedFile {
  readonly kind: "refused";
  readonly reason: keyof typeof REFUSALS;
  /** The reason for people: see {@link REFUSALS}. */
  readonly message: string;
  /** The same without what can be done about it. */
  readonly rule: string;
  /** What the system said. */
  readonly cause?: unknown;
}

/** The bytes of a file, or why it is not read. */
type PlainBytes =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | RefusedFile;

/** The text of a file, or why it is not read. */
type PlainText = { readonly kind: "text"; readonly text: string } | RefusedFile;

/** An open file, given back by disposing of it. */
interface OpenedFile extends Disposable {
  readonly kind: "open";
  readonly descriptor: number;
  readonly size: number;
}

interface PlainFileOptions {
  /**
   * Absolute path of the folder that holds the file: no link is followed on the way from there. Without it
   * the user has named the file, and may have named a link.
   */
  readonly below?: string | undefined;
  /** Larger files are refused, in bytes. @default MAX_PLAIN_BYTES, or 256 MiB for one that the user names */
  readonly maxBytes?: number | undefined;
}

/**
 * Returns the bytes of a regular file. A link, a pipe, a device, a socket, a folder and a file that is too
 * large are refused without being waited for.
 *
 * All files that are read because they have a certain name go through this, as whoever wrote the tree has
 * chosen what is under that name.
 *
 * @param path Absolute path.
 *
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

/** Returns the text of a file, read as {@link readPlainFile} reads it. */
export function readPlainText(path: string, options: PlainFileOptions = {}): PlainText {
  return toText(readPlainFile(path, options));
}

/**
 * Opens a regular file for reading. What was opened is what was looked at: a file that is put in its place in
 * between is refused. That the folders on the way are no links is looked at as well, but a folder that is
 * exchanged twice within these microseconds is not noticed.
 *
 * @param path Absolute path.
 */
export function openPlainFile(
  path: string,
  options: PlainFileOptions = {},
): OpenedFile | RefusedFile {
  try {
    const found = look(path, options);
    return "kind" in found ? found : openSame(path, found);
  } catch (cause) {
    return refuse(isMissing(cause) ? "missing" : "unreadable", cause);
  }
}

/** Reads a file as {@link readPlainFile} does, but starts faster: see {@link readSame}. */
export async function readPlainFileAsync(
  path: string,
  options: PlainFileOptions = {},
): Promise<PlainBytes> {
  try {
    const found = look(path, options);
    if ("kind" in found) return found;
    const bytes = await readSame(path, found);
    return bytes === undefined ? refuse("replaced") : { kind: "bytes", bytes };
  } catch (cause) {
    return refuse(isMissing(cause) ? "missing" : "unreadable", cause);
  }
}

/** Returns the text of a file, read as {@link readPlainFileAsync} reads it. */
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
 * Returns what stands under a path, or why it is not read.
 *
 * @throws What the system says when there is nothing, or nobody may know.
 */
function look(
  path: string,
  { below, maxBytes = below === undefined ? MAX_NAMED_BYTES : MAX_PLAIN_BYTES }: PlainFileOptions,
): Deno.FileInfo | RefusedFile {
  const found = below === undefined ? Deno.statSync(path) : Deno.lstatSync(path);
  const wrong = findWrong(found, maxBytes);
  if (wrong !== undefined) return wrong;
  return below !== undefined && !isStraight(path, below) ? refuse("outside") : found;
}

/**
 * Opens the file that was looked at, and no other.
 *
 * @throws What the system says when there is none, or it may not be read.
 */
export function openSame(
  path: string,
  { dev, ino }: Pick<Deno.FileInfo, "dev" | "ino">,
): OpenedFile | RefusedFile {
  const fs = nodeFiles();
  // A pipe that was put there meanwhile is not waited for.
  const descriptor = fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  const opened = fs.fstatSync(descriptor);
  if (opened.dev !== dev || opened.ino !== (ino ?? 0)) {
    fs.closeSync(descriptor);
    return refuse("replaced");
  }
  const { size } = opened;
  return { kind: "open", descriptor, size, [Symbol.dispose]: () => fs.closeSync(descriptor) };
}

/** Returns the first bytes of an open file, fewer when it has fewer. */
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
 * Returns the first bytes of the file that was looked at, and of no other; undefined when another was put in its
 * place. It takes no `node:fs`, and a pipe that was put there meanwhile is given up.
 *
 * @throws What the system says when there is none, or it may not be read.
 */
export async function readSame(
  path: string,
  { dev, ino, size }: Pick<Deno.FileInfo, "dev" | "ino" | "size">,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const opening = Deno.open(path);
  let opened: Deno.FsFile | undefined;
  // In steps, as time in which this thread was busy says nothing of the file, and is one step at most: an
  // ignore file that is given up hides nothing.
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

function findWrong(
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
 * Returns whether no folder on the way to a file from the one that it must be below is a link.
 *
 * @throws What the system says when one of the folders is missing.
 */
export function isStraight(path: string, below: string): boolean {
  const folder = dirname(path);
  const top = Deno.realPathSync(below);
  const real = Deno.realPathSync(folder);
  const isInside = real === top || real.startsWith(top.endsWith("/") ? top : `${top}/`);
  return isInside && folder.startsWith(below) && real === join(top, folder.slice(below.length));
}

function refuse(reason: RefusedFile["reason"], cause?: unknown): RefusedFile {
  return { kind: "refused", reason, message: REFUSALS[reason], rule: RULES[reason].rule, cause };
}

/** Returns whether `error` says that there is no such file, as the runtime and `node:fs` say it. */
export function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    error instanceof Error && "code" in error &&
      (error.code === "ENOENT" || error.code === "ENOTDIR");
}
