/** Position in a text, as editors count it: 1-based, the column in UTF-16 code units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Value of a settings file with its position. */
export interface PositionedValue {
  /** Start of the value; for a table, its header. */
  readonly position: TextPosition;
  /**
   * Null when nothing is written; undefined for a mapping and for a value that no setting accepts.
   */
  readonly value?: unknown;
  /** Number as written, when it would be printed differently. */
  readonly written?: string;
  /** Values of a list. */
  readonly items?: readonly PositionedValue[];
  /** Entries of a mapping. */
  readonly entries?: readonly PositionedEntry[];
}

/** Key of a mapping with its position and its value. */
export interface PositionedEntry {
  readonly key: string;
  readonly position: TextPosition;
  readonly value: PositionedValue;
}

/**
 * Returns a value, with its source text when it is a number that is written differently than
 * printed, such as `1.10`.
 */
export function withSourceText(
  value: unknown,
  text: string,
): Pick<PositionedValue, "value" | "written"> {
  return typeof value === "number" && String(value) !== text ? { value, written: text } : { value };
}

/** Returns a value without its positions, with mappings as objects. */
export function toPlainValue({ items, entries, value }: PositionedValue): unknown {
  if (items !== undefined) return items.map(toPlainValue);
  if (entries === undefined) return value;
  return Object.fromEntries(entries.map(({ key, value }) => [key, toPlainValue(value)]));
}
