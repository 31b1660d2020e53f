/** What a setting may be. */
export interface ValueRule<Value = unknown> {
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** Returns a value in the form that code runs on; undefined when it can not be used. */
  readonly read: (value: unknown) => Value | undefined;
}

/** True or false. */
export const BOOLEAN: ValueRule<boolean> = {
  expected: '"true" or "false"',
  read: (value) => typeof value === "boolean" ? value : undefined,
};

/** A number of at least 0. */
export const FROM_ZERO = numberFrom(0, Number.MAX_VALUE, "a number of at least 0");

/** A number from 0 to 1. */
export const SHARE_RULE = numberFrom(0, 1, "a number from 0 to 1");

/** A whole number of at least 0. */
export const COUNT_RULE = wholeFrom(0);

/** A whole number of at least 1. */
export const POSITIVE = wholeFrom(1);

/** A command on one line. */
export const COMMAND: ValueRule<string> = {
  expected: "a command on one line",
  read: (value) => isText(value) && !/[\r\n\0]/.test(value) ? value.trim() : undefined,
};

/** A folder of the tree with nothing in its path but names; an empty one stands for the root. */
export const FOLDER: ValueRule<string> = {
  expected: "the path of a folder inside the root, relative to it",
  read: (value) => {
    if (!isText(value) || value.startsWith("/") || value.includes("\0")) return undefined;
    // Parts that say nothing: the folder itself, and slashes at the end or in a row.
    const parts = value.split("/").filter((part) => part !== "" && part !== ".");
    return parts.includes("..") ? undefined : parts.join("/");
  },
};

/** The name of a folder, without the slash that may end it: no folder is called by a path. */
export const FOLDER_NAME: ValueRule<string> = {
  expected: 'a list of folder names: write paths to ".dossierignore"',
  read: (value) => {
    const name = String(value).replace(/\/+$/, "");
    return name === "" || name.includes("/") ? undefined : name;
  },
};

/** A list of texts. */
export const FOLDER_NAMES = listOf("folder names", isText);

/** Returns the rule of a list of names that are not empty. */
export function namesOf(what: string): ValueRule<readonly string[]> {
  return listOf(what, isName);
}

/** Returns the rule of a text that is not empty. */
export function textOf(expected: string): ValueRule<string> {
  return { expected, read: (value) => isName(value) ? value : undefined };
}

/** Returns the rule of a whole number. */
export function wholeFrom(
  minimum: number,
  expected = `a whole number of at least ${minimum}`,
  maximum: number = Number.MAX_SAFE_INTEGER,
): ValueRule<number> {
  const { read } = numberFrom(minimum, maximum, expected);
  return { expected, read: (value) => Number.isSafeInteger(value) ? read(value) : undefined };
}

/** Returns the rule of one of some names. */
export function oneOf<Name extends string>(names: readonly Name[]): ValueRule<Name> {
  return {
    expected: `one of ${quoteAll(names)}`,
    read: (value) => names.find((name) => name === value),
  };
}

/** Returns names as messages list them. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function numberFrom(minimum: number, maximum: number, expected: string): ValueRule<number> {
  return {
    expected,
    read: (value) =>
      typeof value === "number" && value >= minimum && value <= maximum ? value : undefined,
  };
}

function listOf(
  what: string,
  isEntry: (value: unknown) => value is string,
): ValueRule<readonly string[]> {
  return {
    expected: `a list of ${what}`,
    read: (value) => Array.isArray(value) && value.every(isEntry) ? value : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isName(value: unknown): value is string {
  return isText(value) && value !== "";
}
