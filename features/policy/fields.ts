import { checkCapability } from "./core/mod.ts";
import type { JsonValue } from "@dossier/core/text";
import type { PositionedEntry, PositionedValue } from "@dossier/core/yaml";
import {
  type FileContext,
  formatPosition,
  positionError,
  toJson,
} from "@dossier/retrieval/notation";

/**
 * Reads the keys of a YAML mapping. A value of a wrong type is an error with its location;
 * {@link warnUnknownKeys} warns of keys that were not read.
 */
export class Fields {
  readonly #entries: ReadonlyMap<string, PositionedEntry>;
  readonly #asked = new Set<string>();
  readonly #place: FileContext;

  /** @param mapping A mapping, or null for one without keys. */
  constructor(mapping: PositionedValue, place: FileContext) {
    this.#place = place;
    if (mapping.entries === undefined && mapping.value !== null) {
      throw positionError(place, mapping.position, "it must be a mapping");
    }
    this.#entries = new Map((mapping.entries ?? []).map((entry) => [entry.key, entry]));
  }

  /** Returns a text; a number or a boolean becomes its written form. */
  text(key: string): string | undefined {
    const value = this.#find(key);
    return value === undefined ? undefined : this.#toText(value, `"${key}" must be text`);
  }

  /** Returns a text, with a warning when it is none of the choices. */
  choice(key: string, choices: readonly string[]): string | undefined {
    const text = this.text(key);
    if (text === undefined || choices.includes(text)) return text;
    const { line, column } = this.#find(key)!.position;
    this.#place.warn(
      `${this.#place.path}:${line}:${column}: there is no ${key} ${
        JSON.stringify(text)
      }: write one of ${choices.join(", ")}`,
    );
    return text;
  }

  /** Returns a list of texts; one text is a list of one. */
  texts(key: string): readonly string[] {
    const value = this.#find(key);
    if (value === undefined) return [];
    const texts = (value.items ?? [value])
      .map((item) => this.#toText(item, `"${key}" must be a text or a list of texts`));
    return texts.filter((text) => text !== "");
  }

  /** Returns a list of permissions, normalised; one text is a list of one. */
  permissions(key: string): readonly string[] {
    const value = this.#find(key);
    const sentence = `"${key}" must be a list of texts`;
    return value === undefined
      ? []
      : (value.items ?? [value]).map((item) =>
        checkCapability(this.#toText(item, sentence), formatPosition(this.#place, item.position))
      );
  }

  flag(key: string): boolean | undefined {
    const found = this.#find(key);
    if (found === undefined || typeof found.value === "boolean") return found?.value as boolean;
    throw positionError(this.#place, found.position, `"${key}" must be true or false`);
  }

  /** Returns a mapping whose values all have one type. */
  mapping<T extends "string" | "number">(
    key: string,
    type: T,
  ): Readonly<Record<string, T extends "string" ? string : number>> {
    const found = this.#find(key);
    const noun = type === "string" ? "texts" : "numbers";
    const sentence = `"${key}" must be a mapping of ${noun}`;
    if (found === undefined) return {};
    if (found.entries === undefined) throw positionError(this.#place, found.position, sentence);
    return Object.fromEntries(found.entries.map(({ key, value }) => {
      if (type === "string") return [key, this.#toText(value, sentence)];
      if (typeof value.value === "number" && Number.isFinite(value.value)) {
        return [key, value.value];
      }
      throw positionError(this.#place, value.position, sentence);
    }));
  }

  /** Returns the fields of a mapping, or undefined without one. */
  fields(key: string): Fields | undefined {
    const found = this.#find(key);
    return found === undefined ? undefined : new Fields(found, this.#place);
  }

  /** Returns the fields of each mapping of a mapping, with its key. */
  named(key: string): readonly (readonly [string, Fields])[] {
    const found = this.#find(key);
    if (found === undefined) return [];
    if (found.entries === undefined) {
      throw positionError(this.#place, found.position, `"${key}" must be a mapping by name`);
    }
    return found.entries.map(({ key, value }) => [key, new Fields(value, this.#place)]);
  }

  /** Returns the fields of each mapping of a list. */
  list(key: string): readonly Fields[] {
    const found = this.#find(key);
    if (found === undefined) return [];
    if (found.items === undefined) {
      throw positionError(this.#place, found.position, `"${key}" must be a list`);
    }
    return found.items.map((item) => new Fields(item, this.#place));
  }

  /** Returns a value as it is. */
  json(key: string): JsonValue | undefined {
    const found = this.#find(key);
    return found === undefined ? undefined : toJson(found, this.#place);
  }

  /** Warns of each key that was not read. */
  warnUnknownKeys(): void {
    for (const [key, { position: { line, column } }] of this.#entries) {
      if (this.#asked.has(key)) continue;
      this.#place.warn(
        `${this.#place.path}:${line}:${column}: there is no ${
          JSON.stringify(key)
        } here: it is ignored`,
      );
    }
  }

  #find(key: string): PositionedValue | undefined {
    this.#asked.add(key);
    const value = this.#entries.get(key)?.value;
    return value?.value === null ? undefined : value;
  }

  #toText(placed: PositionedValue, sentence: string): string {
    const { value, written } = placed;
    if (typeof value === "string") return value.trim();
    if (typeof value === "number" || typeof value === "boolean") return written ?? String(value);
    throw positionError(this.#place, placed.position, sentence);
  }
}
