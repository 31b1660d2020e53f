import { findManifests, toManifestPaths } from "./find_manifests.ts";
import type { WorkManifest } from "../issue/issue.ts";
import { nearestNames } from "../query/nearest_names.ts";

/** Keys of the lists; `files` at their end is optional. */
export const LIST_NAMES = {
  primary: ["primary", "primaryfiles"],
  read: ["read", "readfiles"],
  forbidden: ["forbidden", "forbiddenfiles"],
} as const;

/**
 * Returns the manifest of a value: a mapping with `primary`, `read` and `forbidden` (or
 * `primary_files`, `PRIMARY_FILES` and so on) and `version`, or a text for {@link findManifests}.
 * Each list is a list of paths, or a text with commas or line ends. Undefined when it names no
 * file.
 *
 * @param value A parsed JSON or YAML value.
 */
export function parseWorkManifest(value: unknown): WorkManifest | undefined {
  if (typeof value === "string") return findManifests(value).at(-1);
  if (typeof value !== "object" || value === null) return undefined;
  const entries = new Map(Object.entries(value).map(([name, entry]) => [toKey(name), entry]));
  const list = (name: keyof typeof LIST_NAMES) => {
    const key = LIST_NAMES[name].find((key) => entries.has(key));
    return key === undefined ? [] : toManifestPaths(entries.get(key));
  };
  const version = entries.get("version");
  const manifest = {
    primary: list("primary"),
    read: list("read"),
    forbidden: [...new Set([...list("forbidden"), ...listBracketed(entries)])],
    version: typeof version === "number" && Number.isSafeInteger(version) && version >= 1
      ? version
      : 1,
  };
  return namesFiles(manifest) ? manifest : undefined;
}

/** Name with a pair of brackets at its end, which may be a remark. */
const BRACKETED_REGEXP = /^[^"'`\s].*[^/\s] \([^()]*\)$/;

/**
 * Returns the forbidden entries that may be names with brackets: forbidding too little would show a
 * file.
 */
function listBracketed(entries: ReadonlyMap<string, unknown>): readonly string[] {
  const value = LIST_NAMES.forbidden.map((key) => entries.get(key)).find(Array.isArray) ?? [];
  return value.filter(isText).filter((entry) => BRACKETED_REGEXP.test(entry));
}

function namesFiles({ primary, read, forbidden }: WorkManifest): boolean {
  return primary.length + read.length + forbidden.length > 0;
}

const SEPARATORS_REGEXP = /[_\-\s]+/g;

/**
 * Returns a name in the form for comparisons: `issue_type` and `issueType` result in the same key.
 */
export function toKey(name: string): string {
  return name.toLowerCase().replaceAll(SEPARATORS_REGEXP, "");
}

const VERSION_KEY = "version";
const NAMES: readonly string[] = [...Object.keys(LIST_NAMES), VERSION_KEY];
const KEYS: readonly string[] = [...Object.values(LIST_NAMES).flat(), VERSION_KEY];

/**
 * Returns a sentence for each part of a manifest that `parseWorkManifest` ignores: an unknown name,
 * and a list with an entry that is not text.
 */
export function findManifestFaults(
  manifest: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(manifest).flatMap(([name, value]) => {
    const key = toKey(name);
    if (!KEYS.includes(key)) return [describeUnknown(name, key)];
    if (key === VERSION_KEY || value === null) return [];
    if (isText(value) || (Array.isArray(value) && value.every(isText))) return [];
    return [`Entries of "${name}" in the manifest are ignored as they are not text`];
  });
}

function describeUnknown(name: string, key: string): string {
  const [nearest] = nearestNames(key, KEYS, { limit: 1 });
  const hint = nearest === undefined
    ? `the known keys are ${NAMES.map((known) => `"${known}"`).join(", ")}`
    : `did you mean "${nearest}"?`;
  return `Unknown key "${name}" of the manifest is ignored: ${hint}`;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
