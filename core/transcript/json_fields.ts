import { isJsonObject, type JsonObject, type JsonValue } from "../text/json_value.ts";

/** A value of a transcript, where there may be none. */
export type JsonField = JsonValue | undefined;

/** Returns a value as an object; empty when it is none. */
export function objectOf(value: JsonField): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Returns a value as a list; empty when it is none. */
export function itemsOf(value: JsonField): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text that is not empty; undefined for anything else. */
export function stringOf(value: JsonField): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns a number; 0 for anything else. */
export function numberOf(value: JsonField): number {
  return typeof value === "number" ? value : 0;
}

/** Returns the texts of content, which is one text, or a list of parts of which some have one. */
export function stringsOf(content: JsonField): readonly string[] {
  if (typeof content === "string") return [content];
  return itemsOf(content).flatMap((part) =>
    stringOf(part) ?? stringOf(objectOf(part)["text"]) ?? []
  );
}
