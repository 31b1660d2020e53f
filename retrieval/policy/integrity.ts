import { PolicyError } from "@dossier/core/policy";
import { textHash } from "../machine/mod.ts";

/**
 * The line at the top of a signed file: who signs, when, and the SHA-256 of what is signed, in a comment of
 * Markdown, YAML or a program. Rye has a signature of the hash and the key's name behind it.
 */
const SIGNATURE_REGEXP =
  /^(?:#!.*\n)?(?:<!--|#|\/\/) (dossier|rye):signed:([\d-]+T[\d:]+Z):([a-f0-9]{64})(?::([\w-]+={0,2}):([a-f0-9]{16}))?(?:\|[\w@-]+)?(?: -->)?[ \t]*(?:\r?\n|$)/;

/** A line of a tool that signs no more; what it says is not checked. */
const FORMER_REGEXP = /^<!-- (?:rye|kiwi-mcp):validated:[^>\n]+-->[ \t]*(?:\r?\n|$)/;

/** A file without its signature, and whether it has one. */
export interface CheckedText {
  /** The text with an empty line in the place of the signature, so that lines keep their numbers. */
  readonly text: string;
  readonly signature: "valid" | "missing";
}

/**
 * Returns a text without its signature, which matches it.
 *
 * @param path How people are told of the file.
 * @param signedParts Returns what of the text may be what was signed.
 * @throws {PolicyError} `tampered-item` when it does not match.
 */
export async function checkSignature(
  text: string,
  { path, signedParts }: {
    readonly path: string;
    readonly signedParts: (body: string) => readonly string[];
  },
): Promise<CheckedText> {
  const former = FORMER_REGEXP.exec(text)?.[0];
  if (former !== undefined) return { text: `\n${text.slice(former.length)}`, signature: "missing" };
  const found = SIGNATURE_REGEXP.exec(text);
  if (found === null) return { text, signature: "missing" };
  const [line, , , hash] = found;
  const body = text.slice(line.length);
  for (const part of new Set(signedParts(body))) {
    if (await textHash(part) === hash) return { text: `\n${body}`, signature: "valid" };
  }
  throw new PolicyError(
    "tampered-item",
    `Cannot use "${path}" as it was changed after it was signed (line 1): sign it again, ` +
      "or take the line out if the change is meant",
  );
}

/** Returns the parts of a file in Rye's form that its versions sign: all of it, its entry or its directive. */
export function ryeSignedParts(body: string): readonly string[] {
  const start = body.search(/<directive[^>]*>/);
  const end = body.lastIndexOf(DIRECTIVE_END);
  const directive = start < 0 || end < start
    ? []
    : [body.slice(start, end + DIRECTIVE_END.length).trim()];
  const close = body.startsWith("---") ? body.indexOf("---", 3) : -1;
  const entry = close < 0 ? [] : [body.slice(close + 3).trim()];
  return [body, body.trim(), ...directive, ...entry];
}

const DIRECTIVE_END = "</directive>";
