import { textHash } from "../machine/mod.ts";
import type { SpaceFolder } from "./space_folder.ts";

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
