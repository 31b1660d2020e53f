import { type ItemOrigin, PolicyError } from "@dossier/core/policy";
import { textHash } from "../machine/mod.ts";

/**
 * The line at the top of a signed file: who signs, when, and the SHA-256 of what is signed, in a comment of
 * Markdown, YAML or a program. Rye has a signature of the hash and the key's name behind it.
 */
const SIGNATURE_REGEXP =
  /^(?:#!.*\n)?(?:<!--|#|\/\/) (dossier|rye):signed:([\d-]+T[\d:]+Z):([a-f0-9]{64})(?::([\w-]+={0,2}):([a-f0-9]{16}))?(?:\|[\w@-]+)?(?: -->)?[ \t]*(?:\r?\n|$)/;

/** A line of a tool that signs no more; what it says is not checked. */
const FORMER_REGEXP = /^<!-- (?:rye|kiwi-mcp):validated:[^>\n]+-->[ \t]*(?:\r?\n|$)/;

/** How a line begins that is to be a signature. */
const SIGNED_REGEXP = /^(?:#!.*\n)?(?:<!--|#|\/\/) (?:dossier|rye):signed:/;

/** A file without its signature, and what vouches for it. */
export interface CheckedText extends Pick<ItemOrigin, "signature" | "key"> {
  /** The text with an empty line in the place of the signature, so that lines keep their numbers. */
  readonly text: string;
}

/** How a signature is checked. */
export interface SignatureCheck {
  /** How people are told of the file. */
  readonly path: string;
  /** Returns what of the text may be what was signed. */
  readonly signedParts: (body: string) => readonly string[];
  /**
   * Returns the public key with a fingerprint, in PEM, or undefined for one that is not trusted. Without it only
   * hashes are compared.
   */
  readonly findKey?: ((fingerprint: string) => Promise<string | undefined>) | undefined;
}

/**
 * Returns a text without its signature, which matches it. One of a key is checked where the key is trusted.
 *
 * @throws {PolicyError} `tampered-item` when it does not match.
 */
export async function checkSignature(
  text: string,
  { path, signedParts, findKey }: SignatureCheck,
): Promise<CheckedText> {
  const former = FORMER_REGEXP.exec(text)?.[0];
  if (former !== undefined) return { text: `\n${text.slice(former.length)}`, signature: "missing" };
  const found = SIGNATURE_REGEXP.exec(text);
  if (found === null) {
    if (SIGNED_REGEXP.test(text)) throw tampered(path, "its signature (line 1) can not be read");
    return { text, signature: "missing" };
  }
  const [line, , , hash = "", signed, fingerprint] = found;
  const body = text.slice(line.length);
  if (!await isOneOf(signedParts(body), hash)) {
    throw tampered(path, "it was changed after it was signed (line 1)");
  }
  const checked = { text: `\n${body}`, signature: "valid" } as const;
  if (signed === undefined || fingerprint === undefined) return checked;
  const key = await findKey?.(fingerprint);
  if (key === undefined) return checked;
  if (await isSignedBy(key, { hash, signed })) return { ...checked, key: fingerprint };
  throw tampered(path, `it is not signed by the key ${fingerprint} that it names (line 1)`);
}

async function isOneOf(parts: readonly string[], hash: string): Promise<boolean> {
  for (const part of new Set(parts)) if (await textHash(part) === hash) return true;
  return false;
}

/** Lines around the key in a PEM file. */
const ARMOUR_REGEXP = /-----[A-Z ]+-----|\s/g;

/** Returns whether an Ed25519 signature is one of a hash, as its hexadecimal digits, by a public key. */
async function isSignedBy(
  pem: string,
  { hash, signed }: { readonly hash: string; readonly signed: string },
): Promise<boolean> {
  try {
    const bytes = Uint8Array.fromBase64(pem.replaceAll(ARMOUR_REGEXP, ""));
    const key = await crypto.subtle.importKey("spki", bytes, "Ed25519", false, ["verify"]);
    const signature = Uint8Array.fromBase64(signed, { alphabet: "base64url" });
    return await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(hash));
  } catch {
    return false; // A key or a signature that is none.
  }
}

function tampered(path: string, reason: string): PolicyError {
  return new PolicyError(
    "tampered-item",
    `Cannot use "${path}" as ${reason}: sign it again, or take the line out if the change is meant`,
  );
}

/** Returns the parts of a file in Rye's form that its versions sign: all of it, its entry or its directive. */
export function ryeSignedParts(body: string): readonly string[] {
  const start = body.search(/<directive[^<>]*>/);
  const end = body.lastIndexOf(DIRECTIVE_END);
  const directive = start < 0 || end < start
    ? []
    : [body.slice(start, end + DIRECTIVE_END.length).trim()];
  const close = body.startsWith("---") ? body.indexOf("---", 3) : -1;
  const entry = close < 0 ? [] : [body.slice(close + 3).trim()];
  return [body, body.trim(), ...directive, ...entry];
}

const DIRECTIVE_END = "</directive>";
