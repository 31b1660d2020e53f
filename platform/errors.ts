/** What the system says in other words than libuv does, which `node:fs` asks. */
const SYSTEM_MESSAGES: Readonly<Record<string, string>> = {
  EDQUOT: "Disk quota exceeded",
  EEXIST: "File exists",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
};

/** An error of the system, by the codes that it stands for. */
class SystemError extends Error {
  /** As Node names it: `"ENOENT"`. */
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

/** The classes of errors, as the runtime of the sources has them; nothing here throws `NotCapable`. */
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

/** `ENOENT: no such file or directory, open '/a'`, as Node words an error. */
const MESSAGE_REGEXP = /^[A-Z0-9]+: ([^,]+)(?:, (.+))?$/s;

/** Returns an error of `node:fs` and its like as the runtime of the sources throws it; any other as it is. */
export function toSystemError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SystemError) return error;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || errno === undefined) return error;
  const [, said = error.message, where] = MESSAGE_REGEXP.exec(error.message) ?? [];
  const words = SYSTEM_MESSAGES[code] ?? `${said[0]!.toUpperCase()}${said.slice(1)}`;
  const message = `${words} (os error ${Math.abs(errno)})${
    where === undefined ? "" : `: ${where}`
  }`;
  return new (CLASSES[code] ?? SystemError)(message, { cause: error, code });
}

/** Returns what `run` returns, with the errors of the runtime of the sources. */
export function withSystemErrors<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw toSystemError(error);
  }
}
