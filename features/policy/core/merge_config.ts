import { isJsonObject, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from "@dossier/core/text";

/** The key that names the parent of a configuration; it is not a setting. */
const SKIPPED_KEY = "extends";

/**
 * Returns several configurations merged, later ones over earlier ones: mappings key by key, lists
 * of mappings with an `id` entry by entry (an equal id replaces, a new one is appended), and other
 * values as a whole. Keys `extends` are removed.
 */
export function mergeConfig(layers: readonly JsonObject[]): JsonObject {
  return layers.reduce((merged, layer) => mergeObjects(merged, layer, 1), {});
}

function mergeObjects(earlier: JsonObject, later: JsonObject, depth: number): JsonObject {
  const merged = new Map(Object.entries(earlier));
  for (const [key, value] of Object.entries(later)) {
    if (key === SKIPPED_KEY) continue;
    const before = merged.get(key) ?? null;
    merged.set(key, mergeValues(before, value, depth + 1));
  }
  return Object.fromEntries(merged);
}

function mergeValues(earlier: JsonValue, later: JsonValue, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH) return later;
  if (isJsonObject(later)) return mergeObjects(isJsonObject(earlier) ? earlier : {}, later, depth);
  return isIdList(earlier) && isIdList(later) ? mergeById(earlier, later) : later;
}

function mergeById(earlier: readonly JsonObject[], later: readonly JsonObject[]): JsonValue {
  const merged = [...earlier];
  for (const entry of later) {
    const at = merged.findIndex(({ id }) => id === entry.id);
    if (at === -1) merged.push(entry);
    else merged[at] = entry;
  }
  return merged;
}

/** Returns true for a non-empty list of mappings that each have an id. */
function isIdList(value: JsonValue): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 &&
    value.every((entry) => isJsonObject(entry) && typeof entry.id === "string");
}
