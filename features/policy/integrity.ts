import { type ItemOrigin, PolicyError } from "./core/mod.ts";
import { textHash } from "@dossier/retrieval/machine";
import { findFence, hasRyeMetadata } from "./find_fence.ts";
import type { SpaceFolder } from "./space_folder.ts";

/** Start of a line that should be a signature. */
const SIGNED_REGEXP = /^(?:#!.*\n)?(?:<!--|#|\/\/) (?:dossier|rye|ryeos):signed:/;

/**
 * The signature line at the top of a file: the signer, the time, and the SHA-256 of the signed
 * text, in a comment of Markdown, YAML or a program. Rye adds a signature of the hash and the
 * fingerprint of the key.
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

/** A signature line of a former tool; its content is not checked. */
const LEGACY_REGEXP = /^<!-- (?:rye|kiwi-mcp):validated:[^>\n]+-->[ \t]*(?:\r?\n|$)/;

/** A part of a file that may be the signed text. */
export interface SignedPart {
  readonly signed: string;
  /** True when no other part of the file is read. */
  readonly isWhole: boolean;
}

/** A file without its signature, and the result of the check. */
export interface CheckedText extends Pick<ItemOrigin, "signature" | "key"> {
  /**
   * The text with an empty line in place of the signature, so that line numbers stay; lines end in
   * a line feed.
   */
  readonly text: string;
}

/** Options of {@link checkSignature}. */
export interface SignatureCheck {
  /** Path for messages. */
  readonly path: string;
  /** Returns the parts of the text below the signature that may be the signed text. */
  readonly signedParts: (body: string) => readonly SignedPart[];
  readonly keys: TrustedKeys;
}

/**
 * Returns a text without its signature, which must match. A signature is `valid` only with a key
 * that the user trusts, because anyone can write a hash or the name of a key.
 *
 * @throws {PolicyError} `tampered-item` when it does not match.
 */
export async function checkSignature(
  written: string,
  { path, signedParts, keys }: SignatureCheck,
): Promise<CheckedText> {
  const text = normaliseLineEnds(written);
  const former = LEGACY_REGEXP.exec(text)?.[0];
  if (former !== undefined) return { text: `\n${text.slice(former.length)}`, signature: "missing" };
  const found = SIGNATURE_REGEXP.exec(text);
  if (found === null) {
    if (SIGNED_REGEXP.test(text)) {
      throw tamperedError(path, "its signature (line 1) cannot be read");
    }
    return { text, signature: "missing" };
  }
  const [line, hash = "", signed, fingerprint] = found;
  // Git may change the line endings of a signed file.
  const bodies = [
    written.slice(SIGNATURE_REGEXP.exec(written)?.[0].length),
    text.slice(line.length),
  ];
  const part = await findSigned(bodies.flatMap(signedParts), hash);
  if (part === undefined) throw tamperedError(path, "it was changed after it was signed (line 1)");
  const checked = { text: `\n${text.slice(line.length)}`, signature: "unverified" } as const;
  if (signed === undefined || fingerprint === undefined) return checked;
  const key = await keys.find(fingerprint);
  if (key === undefined) return { ...checked, key: fingerprint };
  if (await verifySignature(key, { hash, signed })) {
    return { ...checked, signature: part.isWhole ? "valid" : "partial", key: fingerprint };
  }
  throw tamperedError(path, `it is not signed by the key ${fingerprint} that it names (line 1)`);
}

function normaliseLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

async function findSigned(
  parts: readonly SignedPart[],
  hash: string,
): Promise<SignedPart | undefined> {
  for (const part of parts) if (await textHash(part.signed) === hash) return part;
  return undefined;
}

/** Returns true for an Ed25519 signature, in either alphabet of Base64, of the digits of a hash. */
async function verifySignature(
  key: CryptoKey,
  { hash, signed }: { readonly hash: string; readonly signed: string },
): Promise<boolean> {
  try {
    const standard = signed.replaceAll("-", "+").replaceAll("_", "/");
    const signature = Uint8Array.fromBase64(standard);
    return await crypto.subtle.verify("Ed25519", key, signature, new TextEncoder().encode(hash));
  } catch {
    return false; // Not a signature at all.
  }
}

function tamperedError(path: string, reason: string): PolicyError {
  return new PolicyError(
    "tampered-item",
    {
      action: `use "${path}"`,
      rule: reason,
      fix: "sign it again, or remove the line if the change is intended",
    },
  );
}

/** Returns the only signed part of a file in dossier's form: the whole file. */
export function wholeFileParts(body: string): readonly SignedPart[] {
  return [{ signed: body, isWhole: true }];
}

/**
 * Returns the parts of a file in Rye's form that may be signed. Depending on its version, Rye signs
 * the whole file, its entry or its directive.
 */
export function ryeSignedParts(body: string): readonly SignedPart[] {
  const close = body.startsWith("---") ? body.indexOf("---", 3) : -1;
  const entry = close < 0 ? [] : [{ signed: body.slice(close + 3).trim(), isWhole: false }];
  const whole = [body, body.trim()].map((signed) => ({ signed, isWhole: true }));
  return [...whole, ...entry, ...directivePart(body)];
}

const DIRECTIVE_END = "</directive>";

/**
 * Returns the text from `<directive>` to the last `</directive>`, if it is in the fence that is
 * read.
 */
function directivePart(body: string): readonly SignedPart[] {
  const start = body.search(/<directive[^<>]*>/);
  const end = body.lastIndexOf(DIRECTIVE_END);
  const text = normaliseLineEnds(body);
  const fence = start < 0 || end < start || hasRyeMetadata(text)
    ? undefined
    : findFence(text, "xml");
  if (fence === undefined) return [];
  const line = normaliseLineEnds(body.slice(0, start)).split("\n").length;
  if (line < fence.line || line >= fence.line + fence.content.split("\n").length) return [];
  return [{ signed: body.slice(start, end + DIRECTIVE_END.length), isWhole: false }];
}

/** The public keys that the user trusts; keys in a project do not count. */
export interface TrustedKeys {
  /** Returns the Ed25519 key with a fingerprint, or undefined for one that is not trusted. */
  find(fingerprint: string): Promise<CryptoKey | undefined>;
  /** Returns a text that changes when {@link find} may return another key. */
  stamp(fingerprint: string): string;
}

/**
 * Paths of a trusted key, relative to the user's folder of policies: one for dossier's form, two
 * for Rye's.
 */
const KEY_PATHS: readonly ((fingerprint: string) => string)[] = [
  (fingerprint) => `trusted_keys/${fingerprint}.pem`,
  (fingerprint) => `config/keys/trusted/${fingerprint}.toml`,
  (fingerprint) => `config/keys/trusted/${fingerprint}.pub`,
];

/**
 * A key in PEM: DER of `SubjectPublicKeyInfo` (RFC 8410), which ends with the 32 bytes of the key.
 */
const PEM_REGEXP = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/;

/** The 32 bytes of a key alone, in Base64. */
const RAW_REGEXP = /^(?:[^#]*?"ed25519:)?([A-Za-z0-9+/]{43}=)(?:"|\s*$)/;

/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const DER_PREFIX = Uint8Array.fromHex("302a300506032b6570032100");

/**
 * Returns the keys in the user's folders. A file without a key, or with another key than its name
 * says, is ignored.
 */
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
      places(fingerprint).map(({ folder, path }) => folder.stat(path)?.stamp ?? "").join(),
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
 * Returns true when a key has a fingerprint: the SHA-256 of its bytes, or in older versions of Rye,
 * the first 16 digits of the SHA-256 of its PEM file.
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
