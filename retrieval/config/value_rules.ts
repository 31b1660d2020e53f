/** Rule for the values of a setting. */
export interface ValueRule<Value = unknown> {
  /** Description of valid values, for messages. */
  readonly expected: string;
  /** Returns a value in the form for the program, or `undefined` for an invalid one. */
  readonly read: (value: unknown) => Value | undefined;
}

/** True or false. */
export const BOOLEAN_RULE: ValueRule<boolean> = {
  expected: '"true" or "false"',
  read: (value) => typeof value === "boolean" ? value : undefined,
};

/** A number of at least 0. */
export const NON_NEGATIVE_RULE = numberRule(0, Number.MAX_VALUE, "a number of at least 0");

/** A number from 0 to 1. */
export const SHARE_RULE = numberRule(0, 1, "a number from 0 to 1");

/** A whole number of at least 0. */
export const COUNT_RULE = integerRule(0);

/** A whole number of at least 1. */
export const POSITIVE_RULE = integerRule(1);

/** A command on one line. */
export const COMMAND_RULE: ValueRule<string> = {
  expected: "a command on one line",
  read: (value) => isText(value) && !/[\r\n\0]/.test(value) ? value.trim() : undefined,
};

/** Folder of the tree with only names in its path; an empty one means the root. */
export const FOLDER_RULE: ValueRule<string> = {
  expected: "the path of a folder inside the root, relative to it",
  read: (value) => {
    if (!isText(value) || value.startsWith("/") || value.includes("\0")) return undefined;
    // Parts without meaning: the folder itself, and slashes at the end or in a row.
    const parts = value.split("/").filter((part) => part !== "" && part !== ".");
    return parts.includes("..") ? undefined : parts.join("/");
  },
};

/** Name of a folder, without an optional trailing slash; not a path. */
export const FOLDER_NAME_RULE: ValueRule<string> = {
  expected: 'a list of folder names: write paths to ".dossierignore"',
  read: (value) => {
    const name = String(value).replace(/\/+$/, "");
    return name === "" || name.includes("/") ? undefined : name;
  },
};

/** A list of texts. */
export const FOLDER_NAMES_RULE = listRule("folder names", isText);

/** Returns the rule of a list of names that are not empty. */
export function namesRule(what: string): ValueRule<readonly string[]> {
  return listRule(what, isName);
}

/** Returns the rule of a text that is not empty. */
export function textRule(expected: string): ValueRule<string> {
  return { expected, read: (value) => isName(value) ? value : undefined };
}

/** Returns the rule of a whole number. */
export function integerRule(
  minimum: number,
  expected = `a whole number of at least ${minimum}`,
  maximum: number = Number.MAX_SAFE_INTEGER,
): ValueRule<number> {
  const { read } = numberRule(minimum, maximum, expected);
  return { expected, read: (value) => Number.isSafeInteger(value) ? read(value) : undefined };
}

/** Returns the rule of one of some names. */
export function choiceRule<Name extends string>(names: readonly Name[]): ValueRule<Name> {
  return {
    expected: `one of ${quoteAll(names)}`,
    read: (value) => names.find((name) => name === value),
  };
}

/** Returns names as messages list them. */
export function quoteAll(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

function numberRule(minimum: number, maximum: number, expected: string): ValueRule<number> {
  return {
    expected,
    read: (value) =>
      typeof value === "number" && value >= minimum && value <= maximum ? value : undefined,
  };
}

function listRule(
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
