import { mayContainSecret } from "@dossier/core/secret";
import { BoundedMap } from "../machine/mod.ts";
import { type MaskableText, maskSecrets } from "./mask_secrets.ts";

/**
 * Returns a JSON value with secrets in its texts masked; the same object when there are none. Texts
 * of people and agents are masked by it before they are shown to others or stored.
 *
 * @param place Container of the texts, in place of a path.
 */
export async function maskValue<Value>(value: Value, place = "the request"): Promise<Value> {
  const texts = new Set<string>();
  mapTexts(value, (text) => {
    texts.add(text);
    return text;
  });
  const suspicious = [...texts].filter(mayContainSecret).map((text) => ({
    path: place,
    startLine: 1,
    text,
  }));
  if (suspicious.length === 0) return value;
  const { texts: shown } = await maskSecrets(suspicious);
  const masked = new Map(suspicious.map(({ text }, at) => [text, shown[at]!.text]));
  // A text that looks like a secret need not be one, such as an example key.
  if (suspicious.every(({ text }) => masked.get(text) === text)) return value;
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

/** Returns the results with secrets in their names masked: a heading may contain one. */
export function maskSymbols<Result extends { readonly path: string; readonly symbol?: string }>(
  results: readonly Result[],
): Promise<readonly Result[]> {
  return Promise.all(results.map(async (result) => {
    const { symbol, path } = result;
    return symbol === undefined ? result : { ...result, symbol: await maskValue(symbol, path) };
  }));
}

/**
 * Cache of texts without a secret, with their lengths: the same files are cut for many questions.
 */
const CLEAN = new BoundedMap<string, number>({
  limit: 4 * 1024 * 1024,
  sizeOf: (length) => length + 1,
});

/** Returns the text of a file with secrets masked, in the same number of lines. */
export type MaskText = (path: string, text: string) => string;

/**
 * Returns the result of `make`, which builds shown text from files. It receives a function that
 * masks the whole text of a file, so that no cut ends inside of a secret.
 *
 * The detector is asynchronous, and the cuts are synchronous: when a text has a secret, it is
 * masked after `make` has returned, and `make` is called once more. Few files have one.
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
      if (CLEAN.get(text) === undefined && mayContainSecret(text)) {
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

/** Maximum number of characters of a reason, which may be the whole output of a program. */
const MAX_REASON_CHARACTERS = 200;

/**
 * Returns the error of another program as one line of at most 200 characters, with secrets masked.
 *
 * @param place Subject of the error, in place of a path.
 */
export async function formatErrorReason(error: unknown, place: string): Promise<string> {
  const text = await maskValue(error instanceof Error ? error.message : String(error), place);
  return text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_CHARACTERS);
}
