import { type Ecosystem, type FingerprintKind, KNOWN_PACKAGES } from "./fingerprint_table.ts";
import type { Fingerprint } from "./transfer.ts";

/** A technology of a project. */
export interface FingerprintPart {
  readonly kind: FingerprintKind;
  readonly name: string;
  /** The major version, for Go with the minor one: `1.22`. */
  readonly version?: string | undefined;
}

/** A comparison of a version range: the operator and the major version. */
const LOWEST_REGEXP = /^(?:\^|~[=>]?|>=?|={1,3})?v?(\d+)(?![\da-z])/i;

/** Prefix of a range that names the source of a package. */
const SOURCE_REGEXP = /^(?:workspace:|npm:(?:@[^@]+|[^@]+)@)/;

/**
 * Returns the set of technologies of a project: each part by its kind and name,
 * `framework:express`, and when its version is known a second time with it, `framework:express@4`.
 */
export function toFingerprint(parts: Iterable<FingerprintPart>): Fingerprint {
  const entries = new Set<string>();
  for (const { kind, name, version } of parts) {
    entries.add(`${kind}:${name}`);
    if (version !== undefined) entries.add(`${kind}:${name}@${version}`);
  }
  return entries;
}

/** Returns a package as a part: a framework or a tool if it is a known one, and else a library. */
export function toPackagePart(
  name: string,
  range: string | undefined,
  ecosystem: Ecosystem,
): FingerprintPart {
  const known = KNOWN_PACKAGES[ecosystem].get(name);
  return addVersion({ kind: known?.kind ?? "lib", name: known?.name ?? name }, range);
}

/** Returns a part with the major version of a range. */
export function addVersion(part: FingerprintPart, range: string | undefined): FingerprintPart {
  const version = range === undefined ? undefined : findLowestMajor(range);
  return version === undefined ? part : { ...part, version };
}

/**
 * Returns the major version of the lowest version in a range, of the first alternative: `4` for
 * `^4.18`, `~> 4.1` and `>=4,<6`; undefined for a range without a lowest version, such as `*`, `<5`
 * and a path.
 */
export function findLowestMajor(range: string): string | undefined {
  const [first = ""] = range.trim().replace(SOURCE_REGEXP, "").split("||");
  const comparisons = first.replaceAll(/([\^~<>=!])\s+/g, "$1").split(/[\s,]+/);
  for (const comparison of comparisons) {
    const [, major] = LOWEST_REGEXP.exec(comparison) ?? [];
    if (major !== undefined) return major.replace(/^0+(?=\d)/, "");
  }
  return undefined;
}
