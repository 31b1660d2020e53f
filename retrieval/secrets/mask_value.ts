import { holdsSecret } from "@dossier/core/secret";
import { BoundedMap } from "../machine/mod.ts";
import { type MaskableText, maskSecrets } from "./mask_secrets.ts";

/**
 * Returns a value of JSON with the secrets in its texts masked; the very same one where there are none. What
 * people and agents write goes through it before it is shown to others, or kept.
 *
 * @param place What the texts are part of, as for a path.
 */
export async function maskValue<Value>(value: Value, place = "the request"): Promise<Value> {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  const given = [...texts].filter(holdsSecret).map((text) => ({ path: place, startLine: 1, text }));
  if (given.length === 0) return value;
  const { texts: shown } = await maskSecrets(given);
  const masked = new Map(given.map(({ text }, at) => [text, shown[at]!.text]));
  // What looks like a secret at first need be none, such as a key of an example.
  if (given.every(({ text }) => masked.get(text) === text)) return value;
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
export function maskSymbols<Result extends { readonly path: string; readonly symbol?: string }>(
  results: readonly Result[],
): Promise<readonly Result[]> {
  return Promise.all(results.map(async (result) => {
    const { symbol, path } = result;
    return symbol === undefined ? result : { ...result, symbol: await maskValue(symbol, path) };
  }));
}

/** Texts that are known to hold no secret, with their lengths: the same files are cut for many questions. */
const CLEAN = new BoundedMap<string, number>({
  limit: 4 * 1024 * 1024,
  sizeOf: (length) => length + 1,
});

/** Returns the text of a file without the secrets in it, in as many lines as before. */
export type MaskText = (path: string, text: string) => string;

/**
 * Returns what `make` makes of files from which whatever is shown is cut: it is given a function that masks
 * the whole text of a file, so that no cut ends inside of a secret.
 *
 * The detector of secrets takes its time, and cuts are made at once: where a text holds a secret, it is
 * masked when `make` is done, which is then called once more. Few files hold one.
 */
export async function withMasks<Result>(
  make: (mask: MaskText) => Result | Promise<Result>,
): Promise<Result> {
  const known = new Map<string, string>();
  for (;;) {
    const found: MaskableText[] = [];
    const result = await make((path, text) => {
      const masked = known.get(text);
      if (masked !== undefined) return masked;
      if (CLEAN.get(text) === undefined && holdsSecret(text)) {
        found.push({ path, startLine: 1, text });
      } else {
        known.set(text, text);
        CLEAN.set(text, text.length);
      }
      return text;
    });
    if (found.length === 0) return result;
    const { texts } = await maskSecrets(found);
    for (const [at, { text }] of found.entries()) known.set(text, texts[at]!.text);
  }
}

/** Most characters of a reason: it may hold all that a program has written. */
const MAX_REASON_CHARACTERS = 200;

/**
 * Returns what a program of somebody else's failed with as one line of at most 200 characters, with secrets masked.
 *
 * @param place What the error is about, as for a path.
 */
export async function toReason(error: unknown, place: string): Promise<string> {
  const text = await maskValue(error instanceof Error ? error.message : String(error), place);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_CHARACTERS);
}
