import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EmbeddedFile, findEmbedded } from "./embedded_file.ts";
import { errors, toSystemError, withSystemErrors } from "./errors.ts";

type Path = string | URL;

const { S_IFMT, S_IFREG, S_IFDIR, S_IFLNK, S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK } = fs.constants;

/** Number of bytes that a stream reads at once. */
const PIECE_BYTES = 64 * 1024;

/** Wait before a pipe is tried again that is empty or full, in milliseconds. */
const RETRY_MS = 2;

function toInfo(stats: fs.Stats): Deno.FileInfo {
  const { dev, ino, mode, nlink, uid, gid, size, rdev, blksize, blocks } = stats;
  const kind = mode & S_IFMT;
  return {
    isFile: kind === S_IFREG,
    isDirectory: kind === S_IFDIR,
    isSymlink: kind === S_IFLNK,
    isFifo: kind === S_IFIFO,
    isSocket: kind === S_IFSOCK,
    isCharDevice: kind === S_IFCHR,
    isBlockDevice: kind === S_IFBLK,
    dev,
    ino,
    mode,
    nlink,
    uid,
    gid,
    size,
    rdev,
    blksize,
    blocks,
    // Whole milliseconds, as in `Deno`.
    get mtime() {
      return new Date(Math.floor(stats.mtimeMs));
    },
    get atime() {
      return new Date(Math.floor(stats.atimeMs));
    },
    get ctime() {
      return new Date(Math.floor(stats.ctimeMs));
    },
    get birthtime() {
      return new Date(Math.floor(stats.birthtimeMs));
    },
  };
}

/**
 * Returns information about the file at a path, or throws the error for a missing file. Node is not
 * asked to throw, as its exceptions are slow.
 */
function statPath(path: Path, name: "stat" | "lstat"): Deno.FileInfo {
  const embedded = findEmbedded(path);
  if (embedded !== undefined) return new EmbeddedFile(embedded).statSync() as Deno.FileInfo;
  const stats = withSystemErrors(() => fs[`${name}Sync`](path, { throwIfNoEntry: false }));
  if (stats !== undefined) return toInfo(stats);
  const message = `No such file or directory (os error 2): ${name} '${path}'`;
  throw new errors.NotFound(message, { code: "ENOENT" });
}

/** Returns the system's flags for options of opening a file. */
function openFlags(
  { read, write, append, truncate, create, createNew }: Deno.OpenOptions,
): number {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_TRUNC, O_CREAT, O_EXCL } = fs.constants;
  const writes = write || append;
  return (writes ? (read ? O_RDWR : O_WRONLY) : O_RDONLY) |
    (append ? O_APPEND : 0) | (truncate ? O_TRUNC : 0) |
    (create || createNew ? O_CREAT : 0) | (createNew ? O_EXCL : 0);
}

/** Open file that is read and written at its position. */
export class OpenFile implements Disposable {
  readonly #descriptor: number;
  /** Position of the next access; null while the system keeps it, until the first seek. */
  #position: number | null = null;
  #isClosed = false;
  #readable: ReadableStream<Uint8Array> | undefined;
  #writable: WritableStream<Uint8Array> | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.#readable ??= streamOf((buffer) => this.read(buffer), () => this.close());
  }

  get writable(): WritableStream<Uint8Array> {
    return this.#writable ??= new WritableStream({
      write: (bytes) => {
        for (let sent = 0; sent < bytes.length;) sent += this.writeSync(bytes.subarray(sent));
      },
      close: () => this.close(),
      abort: () => this.close(),
      // Such a file is never the target of a pipe that could overrun it.
    }, { highWaterMark: 1 });
  }

  readSync(buffer: Uint8Array): number | null {
    const count = withSystemErrors(() =>
      fs.readSync(this.#descriptor, buffer, 0, buffer.length, this.#position)
    );
    return this.#advance(count) || null;
  }

  async read(buffer: Uint8Array): Promise<number | null> {
    return this.#advance(await readSome(this.#descriptor, buffer, this.#position)) || null;
  }

  writeSync(bytes: Uint8Array): number {
    return this.#advance(
      withSystemErrors(() =>
        fs.writeSync(this.#descriptor, bytes, 0, bytes.length, this.#position)
      ),
    );
  }

  seekSync(offset: number): number {
    return this.#position = offset;
  }

  statSync(): Deno.FileInfo {
    return withSystemErrors(() => toInfo(fs.fstatSync(this.#descriptor)));
  }

  stat(): Promise<Deno.FileInfo> {
    return Promise.try(() => this.statSync());
  }

  truncateSync(length: number = 0): void {
    withSystemErrors(() => fs.ftruncateSync(this.#descriptor, length));
  }

  syncSync(): void {
    withSystemErrors(() => fs.fsyncSync(this.#descriptor));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    withSystemErrors(() => fs.closeSync(this.#descriptor));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #advance(count: number): number {
    if (this.#position !== null) this.#position += count;
    return count;
  }
}

/**
 * Returns true when a descriptor is a terminal. Loading the module for it takes a hook a tenth of
 * its time, so it is checked only for character devices.
 */
export function isTerminal(descriptor: number): boolean {
  return withSystemErrors(() => fs.fstatSync(descriptor)).isCharacterDevice() &&
    process.getBuiltinModule("node:tty").isatty(descriptor);
}

/** Reads available bytes, and waits when there are none yet; returns 0 at the end. */
export async function readSome(
  descriptor: number,
  buffer: Uint8Array,
  position: number | null = null,
): Promise<number> {
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    fs.read(
      descriptor,
      buffer,
      0,
      buffer.length,
      position,
      (error, count) => error === null ? resolve(count) : reject(error),
    );
    try {
      return await promise;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw toSystemError(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * Writes bytes, and waits while a non-blocking pipe is full; returns the number of bytes written.
 */
export function writeSome(descriptor: number, bytes: Uint8Array): number {
  for (;;) {
    try {
      return fs.writeSync(descriptor, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw toSystemError(error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** Returns a stream of the bytes that `read` fills a buffer with, until it returns `null`. */
export function streamOf(
  read: (buffer: Uint8Array) => Promise<number | null>,
  close: () => void = () => {},
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const buffer = new Uint8Array(PIECE_BYTES);
      const count = await read(buffer);
      if (count !== null) return controller.enqueue(buffer.subarray(0, count));
      close();
      controller.close();
    },
    cancel: () => close(),
  }, { highWaterMark: 0 });
}

function openSync(
  path: Path,
  options: Deno.OpenOptions = { read: true },
): OpenFile | EmbeddedFile {
  const embedded = findEmbedded(path);
  if (embedded !== undefined) return new EmbeddedFile(embedded);
  return new OpenFile(withSystemErrors(() => fs.openSync(path, openFlags(options), options.mode)));
}

/**
 * Opens a regular file directly. Files that may have to be waited for, such as pipes, are opened in
 * a thread of the runtime.
 */
async function open(path: Path, options: Deno.OpenOptions = { read: true }): Promise<OpenFile> {
  const isPlain = fs.statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  // If it has become a pipe in the meantime, opening does not wait either.
  const flags = openFlags(options) | (isPlain ? fs.constants.O_NONBLOCK : 0);
  if (isPlain) return new OpenFile(withSystemErrors(() => fs.openSync(path, flags, options.mode)));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  fs.open(path, flags, options.mode, (error, descriptor) => {
    if (error === null) resolve(descriptor);
    else reject(toSystemError(error));
  });
  return new OpenFile(await promise);
}

function writeFileSync(
  path: Path,
  data: string | Uint8Array,
  { append = false, create = true, createNew = false, mode }: Deno.WriteFileOptions = {},
): void {
  const flags = { write: true, append, truncate: !append, create, createNew };
  const descriptor = withSystemErrors(() => fs.openSync(path, openFlags(flags), mode));
  try {
    withSystemErrors(() => fs.writeFileSync(descriptor, data));
    if (mode !== undefined) withSystemErrors(() => fs.fchmodSync(descriptor, mode));
  } finally {
    fs.closeSync(descriptor);
  }
}

function removeSync(path: Path, { recursive = false } = {}): void {
  withSystemErrors(() => {
    if (!fs.lstatSync(path).isDirectory()) fs.unlinkSync(path);
    else if (recursive) fs.rmSync(path, { recursive });
    else fs.rmdirSync(path);
  });
}

function readDirSync(path: Path): Deno.DirEntry[] {
  return withSystemErrors(() => fs.readdirSync(path, { withFileTypes: true })).map((entry) => ({
    name: entry.name,
    isFile: entry.isFile(),
    isDirectory: entry.isDirectory(),
    isSymlink: entry.isSymbolicLink(),
  }));
}

interface TemporaryOptions {
  readonly dir?: string;
  readonly prefix?: string;
  readonly suffix?: string;
}

function makeTempDirSync({ dir = tmpdir(), prefix = "" }: TemporaryOptions = {}): string {
  return withSystemErrors(() => fs.mkdtempSync(join(dir, prefix)));
}

function makeTempFileSync(
  { dir = tmpdir(), prefix = "", suffix = "" }: TemporaryOptions = {},
): string {
  const path = join(dir, `${prefix}${crypto.randomUUID()}${suffix}`);
  openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  return path;
}

function mkdirSync(path: Path, options: Deno.MkdirOptions = {}): void {
  withSystemErrors(() => fs.mkdirSync(path, options));
}

function readTextFileSync(path: Path): string {
  return withSystemErrors(() => fs.readFileSync(path, "utf8"));
}

function readFileSync(path: Path): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = withSystemErrors(() => fs.readFileSync(path));
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
}

async function* readDir(path: Path): AsyncIterable<Deno.DirEntry> {
  yield* readDirSync(path);
}

/** Returns an asynchronous version of a function. */
function promised<Words extends readonly unknown[], Result>(
  run: (...words: Words) => Result,
): (...words: Words) => Promise<Result> {
  return (...words) => Promise.try(() => run(...words));
}

const statSync = (path: Path) => statPath(path, "stat");
const lstatSync = (path: Path) => statPath(path, "lstat");

/** Members about files and folders. */
export const files = {
  chmodSync: (path: Path, mode: number) => withSystemErrors(() => fs.chmodSync(path, mode)),
  chownSync: (path: Path, uid: number | null, gid: number | null) =>
    withSystemErrors(() => fs.chownSync(path, uid ?? -1, gid ?? -1)),
  copyFileSync: (from: Path, to: Path) => withSystemErrors(() => fs.copyFileSync(from, to)),
  linkSync: (from: string, to: string) => withSystemErrors(() => fs.linkSync(from, to)),
  lstatSync,
  makeTempDirSync,
  makeTempFileSync,
  mkdir: promised(mkdirSync),
  mkdirSync,
  open,
  openSync,
  readDir,
  readDirSync,
  readFile: promised(readFileSync),
  readFileSync,
  readLinkSync: (path: Path) => withSystemErrors(() => fs.readlinkSync(path)),
  readTextFile: promised(readTextFileSync),
  readTextFileSync,
  realPathSync: (path: Path) => withSystemErrors(() => fs.realpathSync.native(path)),
  remove: promised(removeSync),
  removeSync,
  renameSync: (from: Path, to: Path) => withSystemErrors(() => fs.renameSync(from, to)),
  stat: promised(statSync),
  statSync,
  symlinkSync: (from: Path, to: Path) => withSystemErrors(() => fs.symlinkSync(from, to)),
  writeFileSync,
  writeTextFile: promised(writeFileSync),
  writeTextFileSync: writeFileSync,
  SeekMode: { Start: 0 },
};
