/** Messages of the system that differ from those of libuv, which `node:fs` uses. */
const SYSTEM_MESSAGES: Readonly<Record<string, string>> = {
  EDQUOT: "Disk quota exceeded",
  EEXIST: "File exists",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
};

/** Error of the system, by its code. */
class SystemError extends Error {
  /** Code as Node names it: `"ENOENT"`. */
  readonly code: string | undefined;

  constructor(message: string, { cause, code }: { cause?: unknown; code?: string } = {}) {
    super(message, { cause });
    this.name = new.target.name;
    this.code = code;
  }
}

class AddrInUse extends SystemError {}
class AlreadyExists extends SystemError {}
class BrokenPipe extends SystemError {}
class ConnectionRefused extends SystemError {}
class ConnectionReset extends SystemError {}
class FilesystemLoop extends SystemError {}
class IsADirectory extends SystemError {}
class NotADirectory extends SystemError {}
class NotCapable extends SystemError {}
class NotFound extends SystemError {}
class PermissionDenied extends SystemError {}

/** Error classes as in `Deno`. Nothing here throws `NotCapable`. */
export const errors = {
  AddrInUse,
  AlreadyExists,
  BrokenPipe,
  ConnectionRefused,
  ConnectionReset,
  FilesystemLoop,
  IsADirectory,
  NotADirectory,
  NotCapable,
  NotFound,
  PermissionDenied,
} as const;

const CLASSES: Readonly<Record<string, typeof SystemError>> = {
  EADDRINUSE: AddrInUse,
  EACCES: PermissionDenied,
  ECONNREFUSED: ConnectionRefused,
  ECONNRESET: ConnectionReset,
  EEXIST: AlreadyExists,
  EISDIR: IsADirectory,
  ELOOP: FilesystemLoop,
  ENOENT: NotFound,
  ENOTDIR: NotADirectory,
  EPERM: PermissionDenied,
  EPIPE: BrokenPipe,
  ESRCH: NotFound,
};

/** Message of a Node error, such as `ENOENT: no such file or directory, open '/a'`. */
const MESSAGE_REGEXP = /^[A-Z0-9]+: ([^,]+)(?:, (.+))?$/s;

/**
 * Returns an error of `node:fs` and similar modules as `Deno` would throw it; other errors unchanged.
 */
export function toSystemError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SystemError) return error;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined) return error;
  const [, reason = error.message, where] = MESSAGE_REGEXP.exec(error.message) ?? [];
  const words = SYSTEM_MESSAGES[code] ?? `${reason[0]!.toUpperCase()}${reason.slice(1)}`;
  const message = `${words} (os error ${Math.abs(errno)})${
    where === undefined ? "" : `: ${where}`
  }`;
  return new (CLASSES[code] ?? SystemError)(message, { cause: error, code });
}

/** Returns the result of `run`, and throws its errors as `Deno` would. */
export function withSystemErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw toSystemError(error);
  }
}
