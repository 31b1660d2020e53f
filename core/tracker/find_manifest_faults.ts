import { nearestNames } from "../query/nearest_names.ts";
import { LIST_NAMES, toKey } from "./read_manifest.ts";

const VERSION_KEY = "version";
const NAMES: readonly string[] = [...Object.keys(LIST_NAMES), VERSION_KEY];
const KEYS: readonly string[] = [...Object.values(LIST_NAMES).flat(), VERSION_KEY];

/**
 * Returns a sentence for each part of a manifest that `readManifest` ignores: an unknown name, and a list
 * with an entry that is not text.
 */
export function findManifestFaults(
  manifest: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(manifest).flatMap(([name, value]) => {
    const key = toKey(name);
    if (!KEYS.includes(key)) return [describeUnknown(name, key)];
    if (key === VERSION_KEY || value === null) return [];
    if (isText(value) || (Array.isArray(value) && value.every(isText))) return [];
    return [`What is not text in "${name}" of the manifest is passed over`];
  });
}

function describeUnknown(name: string, key: string): string {
  const [nearest] = nearestNames(key, KEYS, { limit: 1 });
  const hint = nearest === undefined
    ? `known are ${NAMES.map((known) => `"${known}"`).join(", ")}`
    : `did you mean "${nearest}"?`;
  return `Unknown key "${name}" of the manifest is passed over: ${hint}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
