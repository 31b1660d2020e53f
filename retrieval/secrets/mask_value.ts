import { holdsSecret } from "@dossier/core/secret";
import type { Candidate } from "@dossier/core";

/**
 * Returns a value of JSON with the secrets in its texts masked; the very same one where there are none. What
 * people and agents write goes through it before it is shown to others, or kept.
 *
 * @param place What the texts are part of, as for a path.
 */
export async function maskValue<Value>(value: Value, place = "the request"): Promise<Value> {
  const found = new Set<string>();
  mapTexts(value, (text) => {
    if (holdsSecret(text)) found.add(text);
    return text;
  });
  if (found.size === 0) return value;
  // Imported only here: hardly anybody writes one.
  const { maskSecrets } = await import("./mask_secrets.ts");
  const given = [...found].map((text) => ({ path: place, startLine: 1, text }));
  const { texts } = await maskSecrets(given);
  const masked = new Map(given.map(({ text }, at) => [text, texts[at]!.text]));
  return mapTexts(value, (text) => masked.get(text) ?? text) as Value;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]),
  );
}

/** Returns the results with the secrets in their names masked: a heading may hold one. */
export async function maskSymbols(results: readonly Candidate[]): Promise<readonly Candidate[]> {
  if (!results.some(({ symbol = "" }) => holdsSecret(symbol))) return results;
  // Imported only here: hardly any name looks as if it held one.
  const { maskSecrets } = await import("./mask_secrets.ts");
  const { texts } = await maskSecrets(
    results.map(({ path, startLine, symbol = "" }) => ({ path, startLine, text: symbol })),
  );
  return results.map((result, at) =>
    result.symbol === undefined ? result : { ...result, symbol: texts[at]!.text }
  );
}
