import { type ItemOrigin, PolicyError } from "./core/mod.ts";
import { textHash } from "@dossier/retrieval/machine";
import { findFence, hasRyeMetadata } from "./find_fence.ts";
import type { SpaceFolder } from "./space_folder.ts";

/** How a line begins that is to be a signature. */
const SIGNED_REGEXP = /^(?:#!.*\n)?(?:<!--|#|\/\/) (?:dossier|rye|ryeos):signed:/;

/**
 * The line at the top of a signed file: who signs, when, and the SHA-256 of what is signed, in a comment of
 * Markdown, YAML or a program. Rye has a signature of the hash and the key's fingerprint behind it.
 */
const SIGNATURE_REGEXP = new RegExp(
  [
    // # dossier:signed:
    SIGNED_REGEXP,
    // 2026-01-31T12:00:00Z:HASH
    /[\d-]+T[\d:]+Z:([a-f0-9]{64})/,
    // :SIGNATURE:FINGERPRINT|registry@name -->
    /(?::([\w+/-]+={0,2}):([a-f0-9]{16}(?:[a-f0-9]{48})?))?(?:\|[\w@-]+)?(?: -->)?/,
    /[ \t]*(?:\r?\n|$)/,
  ].map(({ source }) => source).join(""),
);

/** A line of a tool that signs no more; what it says is not checked. */
const FORMER_REGEXP = /^<!-- (?:rye|kiwi-mcp):validated:[^>\n]+-->[ \t]*(?:\r?\n|$)/;

/** What of a file may be what was signed. */
export interface SignedPart {
  readonly signed: string;
  /** Whether that is all that is read of the file. */
  readonly isWhole: boolean;
}

/** A file without its signature, and what vouches for it. */
export interface CheckedText extends Pick<ItemOrigin, "signature" | "key"> {
  /**
   * The text with an empty line in the place of the signature, so that lines keep their numbers, which end in a
   * line feed.
   */
  readonly text: string;
}

/** How a signature is checked. */
export interface SignatureCheck {
  /** How people are told of the file. */
  readonly path: string;
  /** Returns what of the text below the signature may be what was signed. */
  readonly signedParts: (body: string) => readonly SignedPart[];
  readonly keys: TrustedKeys;
}

/**
 * Returns a text without its signature, which matches it. It is `valid` only when it is one of a key that the user
 * trusts: a hash, or the name of a key, is something that anybody can write.
 *
 * @throws {PolicyError} `tampered-item` when it does not match.
 */
export async function checkSignature(
  written: string,
  { path, signedParts, keys }: SignatureCheck,
): Promise<CheckedText> {
  const text = endLines(written);
  const former = FORMER_REGEXP.exec(text)?.[0];
  if (former !== undefined) return { text: `\n${text.slice(former.length)}`, signature: "missing" };
  const found = SIGNATURE_REGEXP.exec(text);
  if (found === null) {
    if (SIGNED_REGEXP.test(text)) throw tampered(path, "its signature (line 1) can not be read");
    return { text, signature: "missing" };
  }
  const [line, hash = "", signed, fingerprint] = found;
  // Git may write other ends of lines than those that were signed.
  const bodies = [
    written.slice(SIGNATURE_REGEXP.exec(written)?.[0].length),
    text.slice(line.length),
  ];
  const part = await findSigned(bodies.flatMap(signedParts), hash);
  if (part === undefined) throw tampered(path, "it was changed after it was signed (line 1)");
  const checked = { text: `\n${text.slice(line.length)}`, signature: "unverified" } as const;
  if (signed === undefined || fingerprint === undefined) return checked;
  const key = await keys.find(fingerprint);
  if (key === undefined) return { ...checked, key: fingerprint };
  if (await isSignedBy(key, { hash, signed })) {
    return { ...checked, signature: part.isWhole ? "valid" : "partial", key: fingerprint };
  }
  throw tampered(path, `it is not signed by the key ${fingerprint} that it names (line 1)`);
}

function endLines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

async function findSigned(
  parts: readonly SignedPart[],
  hash: string,
): Promise<SignedPart | undefined> {
  for (const part of parts) if (await textHash(part.signed) === hash) return part;
  return undefined;
}

/** Returns whether an Ed25519 signature, in either alphabet of Base64, is one of the digits of a hash. */
async function isSignedBy(
  key: CryptoKey,
  { hash, signed }: { readonly hash: string; readonly signed: string },
): Promise<boolean> {
  try {
    const standard = signed.replaceAll("-", "+").replaceAll("_", "/");
    const signature = Uint8Array.fromBase64(standard);
    return await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(hash));
  } catch {
    return false; // A signature that is none.
  }
}

function tampered(path: string, reason: string): PolicyError {
  return new PolicyError(
    "tampered-item",
    {
      action: `use "${path}"`,
      rule: reason,
      fix: "sign it again, or take the line out if the change is meant",
    },
  );
}

/** Returns a file of our form as its one part. */
export function wholeText(body: string): readonly SignedPart[] {
  return [{ signed: body, isWhole: true }];
}

/** Returns the parts of a file in Rye's form that its versions sign: all of it, its entry or its directive. */
export function ryeSignedParts(body: string): readonly SignedPart[] {
  const close = body.startsWith("---") ? body.indexOf("---", 3) : -1;
  const entry = close < 0 ? [] : [{ signed: body.slice(close + 3).trim(), isWhole: false }];
  const whole = [body, body.trim()].map((signed) => ({ signed, isWhole: true }));
  return [...whole, ...entry, ...directivePart(body)];
}

const DIRECTIVE_END = "</directive>";

/** Returns the directive of a text, where it is the one that is read: another could stand above. */
function directivePart(body: string): readonly SignedPart[] {
  const start = body.search(/<directive[^<>]*>/);
  const end = body.lastIndexOf(DIRECTIVE_END);
  const text = endLines(body);
  const fence = start < 0 || end < start || hasRyeMetadata(text)
    ? undefined
    : findFence(text, "xml");
  if (fence === undefined) return [];
  const line = endLines(body.slice(0, start)).split("\n").length;
  if (line < fence.line || line >= fence.line + fence.content.split("\n").length) return [];
  return [{ signed: body.slice(start, end + DIRECTIVE_END.length), isWhole: false }];
}

/** The public keys that the user trusts; what a project brings along vouches for nothing. */
export interface TrustedKeys {
  /** Returns the Ed25519 key with a fingerprint, or undefined for one that is not trusted. */
  find(fingerprint: string): Promise<CryptoKey | undefined>;
  /** Returns a text that is another when {@link find} may return another key. */
  stamp(fingerprint: string): string;
}

/** Where a user keeps a key, below the folder of a form: ours, and those of Rye. */
const KEY_PATHS: readonly ((fingerprint: string) => string)[] = [
  (fingerprint) => `trusted_keys/${fingerprint}.pem`,
  (fingerprint) => `config/keys/trusted/${fingerprint}.toml`,
  (fingerprint) => `config/keys/trusted/${fingerprint}.pub`,
];

/** A key as PEM has it: DER of `SubjectPublicKeyInfo` (RFC 8410), which ends with the 32 bytes of the key. */
const PEM_REGEXP = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/;

/** The 32 bytes of a key alone, in Base64. */
const RAW_REGEXP = /^(?:[^#]*?"ed25519:)?([A-Za-z0-9+/]{43}=)(?:"|\s*$)/;

/** What stands in front of the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const DER_PREFIX = Uint8Array.fromHex("302a300506032b6570032100");

/** Returns the keys of the user's folders. A file that holds no key, or another than its name says, is none. */
export function openTrustedKeys(folders: readonly SpaceFolder[]): TrustedKeys {
  const user = folders.filter(({ space }) => space === "user");
  const places = (fingerprint: string) =>
    user.flatMap((folder) => KEY_PATHS.map((toPath) => ({ folder, path: toPath(fingerprint) })));
  return {
    async find(fingerprint) {
      for (const { folder, path } of places(fingerprint)) {
        const read = await folder.read(path);
        const bytes = read?.kind === "text" ? readKey(read.text) : undefined;
        if (bytes === undefined || !(await hasFingerprint(bytes, fingerprint))) continue;
        return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
      }
      return undefined;
    },
    stamp: (fingerprint) =>
      places(fingerprint).map(({ folder, path }) => folder.look(path)?.stamp ?? "").join(),
  };
}

/** Returns the 32 bytes of the key that a file holds. */
function readKey(text: string): Uint8Array<ArrayBuffer> | undefined {
  const written = PEM_REGEXP.exec(text)?.[1] ??
    text.split("\n").map((line) => RAW_REGEXP.exec(line)?.[1]).find((found) => found);
  try {
    const bytes = Uint8Array.fromBase64(written ?? "");
    return bytes.length < 32 ? undefined : bytes.slice(-32);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a key has a fingerprint: the SHA-256 of its bytes, or as Rye had it before, the first 16 digits of
 * that of its PEM file.
 */
async function hasFingerprint(
  bytes: Uint8Array<ArrayBuffer>,
  fingerprint: string,
): Promise<boolean> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  if (new Uint8Array(digest).toHex() === fingerprint) return true;
  const der = new Uint8Array([...DER_PREFIX, ...bytes]).toBase64();
  const pem = `-----BEGIN PUBLIC KEY-----\n${der}\n-----END PUBLIC KEY-----\n`;
  return (await textHash(pem)).slice(0, 16) === fingerprint;
}
