import { readPlainText } from "@dossier/retrieval/files";
import { UsageError } from "@dossier/retrieval/operation";
import { printMessage } from "../terminal/output.ts";

/** Minimum length of a token. A shorter one could be guessed. */
const MIN_TOKEN_LENGTH = 16;

/** Maximum number of bytes of a token file. A larger file contains something else. */
export const MAX_TOKEN_FILE_BYTES = 64 * 1024;

/** Bit of a file's mode that lets every user of the machine read it. */
const READABLE_BY_ALL = 0o004;

/** Characters that a header can carry without quotes (RFC 6750). */
const TOKEN_REGEXP = /^[\w\-.~+/]+=*$/;

/**
 * Returns the token in a file or, without one, in the variable `DOSSIER_TOKEN`; undefined when
 * there is neither. White space around it is removed.
 *
 * @throws {UsageError} When the file cannot be read, or its content cannot be a token.
 */
export function readToken(file: string | undefined): string | undefined {
  const variable = file === undefined ? Deno.env.get("DOSSIER_TOKEN") : undefined;
  if (file === undefined && variable === undefined) return undefined;
  const token = (file === undefined ? variable ?? "" : readFile(file)).trim();
  checkToken(token, `the token in ${file === undefined ? "DOSSIER_TOKEN" : `"${file}"`}`);
  if (file !== undefined) warnIfReadableByAll(file);
  return token;
}

/**
 * Checks that a text can be a token.
 *
 * @param label Description of the token, for messages.
 * @throws {UsageError} When it cannot.
 */
export function checkToken(token: string, label: string): void {
  if (token === "") throw new UsageError(`Cannot use ${label} as it is empty`);
  if (!TOKEN_REGEXP.test(token)) {
    throw new UsageError(
      `Cannot use ${label}: it must be one line of letters, digits and -._~+/`,
    );
  }
  if (token.length < MIN_TOKEN_LENGTH) {
    throw new UsageError(
      `Cannot use ${label}: it must have at least ${MIN_TOKEN_LENGTH} characters: it has ` +
        `${token.length}`,
    );
  }
}

function readFile(file: string): string {
  const read = readPlainText(file, { maxBytes: MAX_TOKEN_FILE_BYTES });
  if (read.kind === "text") return read.text;
  throw new UsageError(`Cannot read the token file "${file}" as ${read.message}`, {
    cause: read.cause,
  });
}

/**
 * Warns when every user of this machine can read a token. This may also be the case for a secret
 * that a container mounts.
 */
export function warnIfReadableByAll(file: string): void {
  const { mode } = Deno.statSync(file);
  if (mode === null || (mode & READABLE_BY_ALL) === 0) return;
  printMessage(`dossier: Everybody on this machine can read the token in "${file}": chmod 600 it`);
}
