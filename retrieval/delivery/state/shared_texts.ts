import { textHash } from "../../machine/mod.ts";
import type { Sql, StateStore } from "./state_store.ts";
import type { RecordedRequest } from "./injection.ts";

/**
 * Minimum length of a text that is stored apart, in UTF-16 units: finding a shorter one again costs
 * about as much as storing it.
 */
export const MIN_SHARED_LENGTH = 500;

/**
 * Length of the beginning of a text that stays in its request, in UTF-16 units: the text in a list,
 * and a little more.
 */
const BEGINNING_LENGTH = 250;

/** Text of a request that is stored apart from it. */
export interface SharedText {
  /** Keys that lead to it in the request. */
  readonly place: readonly (string | number)[];
  /** Text before it. */
  readonly head: string;
  readonly text: string;
  /** SHA-256 of its JSON, in lower-case hexadecimal. */
  readonly hash: string;
  /** Text after it. */
  readonly tail: string;
}

/** Request with only the beginnings of its long texts, and these texts. */
export interface SharedRequest {
  /** Request with only the beginnings of long texts. */
  readonly request: RecordedRequest;
  /** The long texts. */
  readonly texts: readonly SharedText[];
}

/**
 * Separates the long texts from a request, so that a text in many records is stored once. When a
 * question contains the text of an issue, the description of the issue is stored once for both.
 */
export async function shareTexts(request: RecordedRequest): Promise<SharedRequest> {
  const found: { readonly place: readonly (string | number)[]; readonly value: string }[] = [];
  const shortened = mapTexts(request, [], (value, place) => {
    if (value.length < MIN_SHARED_LENGTH) return value;
    found.push({ place, value });
    return value.slice(0, BEGINNING_LENGTH);
  }) as RecordedRequest;
  const known: string[] = [];
  const texts: SharedText[] = [];
  // The shortest first, because one text may be a part of another.
  for (const { place, value } of found.sort((a, b) => a.value.length - b.value.length)) {
    // The white space around it often differs from record to record.
    const own = value.trim();
    const text = known.find((each) => 2 * each.length > own.length && own.includes(each)) ?? own;
    if (text === own) known.push(own);
    const start = value.indexOf(text);
    texts.push({
      place,
      head: value.slice(0, start),
      text,
      hash: await textHash(JSON.stringify(text)),
      tail: value.slice(start + text.length),
    });
  }
  return { request: shortened, texts };
}

const FIND_TEXT = "SELECT id FROM texts WHERE hash = ?";
const INSERT_TEXT = "INSERT INTO texts (hash, text) VALUES (?, ?)";
const INSERT_PLACE = `INSERT INTO record_texts (record, place, head, text, tail)
  VALUES (?, ?, ?, ?, ?)`;
const SELECT = `SELECT place, head, texts.text, tail
  FROM record_texts JOIN texts ON texts.id = record_texts.text WHERE record = ?`;

type Row = Readonly<Record<"place" | "head" | "text" | "tail", string>>;

/**
 * Writes the texts of a record, in the transaction of the caller and before the row of the record.
 */
export async function insertTexts(
  sql: Sql,
  record: number,
  texts: readonly SharedText[],
): Promise<void> {
  for (const { place, head, text, hash, tail } of texts) {
    const id = await sql.value<number>(FIND_TEXT, hash) ??
      (await sql.run(INSERT_TEXT, hash, JSON.stringify(text))).added;
    await sql.run(
      INSERT_PLACE,
      record,
      JSON.stringify(place),
      JSON.stringify(head),
      id,
      JSON.stringify(tail),
    );
  }
}

/**
 * Returns the long texts of a record with the keys that lead to them, in the transaction of the
 * caller.
 */
export async function readTexts(
  state: StateStore,
  sql: Sql,
  record: number,
): Promise<(readonly [place: readonly (string | number)[], text: string])[]> {
  return (await sql.all<Row>(SELECT, record)).map(({ place, head, text, tail }) => [
    state.parse(place),
    [head, text, tail].map((part) => state.parse<string>(part)).join(""),
  ]);
}

/** Returns a request with its complete long texts. */
export function joinTexts(
  request: RecordedRequest,
  texts: readonly (readonly [place: readonly (string | number)[], text: string])[],
): RecordedRequest {
  const byPlace = new Map(texts.map(([place, text]) => [JSON.stringify(place), text]));
  return mapTexts(
    request,
    [],
    (value, place) => byPlace.get(JSON.stringify(place)) ?? value,
  ) as RecordedRequest;
}

/** Returns a JSON value with each text in it replaced. */
function mapTexts(
  value: unknown,
  place: readonly (string | number)[],
  replace: (text: string, place: readonly (string | number)[]) => string,
): unknown {
  if (typeof value === "string") return replace(value, place);
  if (Array.isArray(value)) return value.map((item, at) => mapTexts(item, [...place, at], replace));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, [...place, key], replace)]),
  );
}
