/** A place in a text, as editors count it: 1-based, the column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A value of a settings file, and where it is written. */
export interface PlacedValue {
  /** Where it begins; the header of a table stands for its value. */
  readonly place: TextPlace;
  /** Null where nothing is written; undefined for a mapping and for what no setting takes. */
  readonly value?: unknown;
  /** A number as it is written, where it would be printed otherwise. */
  readonly written?: string;
  /** The values of a list. */
  readonly items?: readonly PlacedValue[];
  /** The settings of a mapping. */
  readonly entries?: readonly PlacedEntry[];
}

/** A key of a mapping and where it begins, with its value. */
export interface PlacedEntry {
  readonly key: string;
  readonly place: TextPlace;
  readonly value: PlacedValue;
}

/** Returns a number with how it is written, where that is not how it is printed, as with `1.10`. */
export function keepWritten(value: unknown, text: string): Pick<PlacedValue, "value" | "written"> {
  return typeof value === "number" && String(value) !== text ? { value, written: text } : { value };
}

/** Returns a value without its places, mappings as objects. */
export function toPlainValue({ items, entries, value }: PlacedValue): unknown {
  if (items !== undefined) return items.map(toPlainValue);
  if (entries === undefined) return value;
  return Object.fromEntries(entries.map(({ key, value }) => [key, toPlainValue(value)]));
}
