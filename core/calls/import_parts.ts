import type { ImportedModule, ImportedName } from "./imported_module.ts";

const NAME_REGEXP = /^[\w$*'!?]+$/;
const TYPE_REGEXP = /^type\s+/;
const EXTENSION_REGEXP =
  /\.(?:[cm]?[jt]sx?|vue|svelte|h|hh|hpp|hxx|inc|inl|rb|php|zig|dart|sh|bash|lua)$/;
const VARIABLE_REGEXP = /^(?:\$|@$|~$)/;
const AS_REGEXP = /\s+as\s+|\s*=>\s*|\s*:\s*/;

/** The named groups of a match. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** Yields the groups of all matches of a pattern. */
export function* matches(text: string, pattern: RegExp): Generator<Groups> {
  for (const { groups } of text.matchAll(pattern)) yield groups ?? {};
}

/** Makes a module of its parts, without those that are undefined. */
export function toModule(
  path: readonly string[],
  { up, alias, names = [], isOpen = false }: {
    readonly up?: number | undefined;
    readonly alias?: string | undefined;
    readonly names?: readonly ImportedName[];
    readonly isOpen?: boolean;
  },
): ImportedModule {
  return {
    path: path.filter((segment) => segment !== ""),
    ...(up === undefined ? {} : { up }),
    names,
    ...(alias === undefined || alias === "" ? {} : { alias }),
    isOpen,
  };
}

/** Reads `a, b as c`. */
export function readNames(list: string): ImportedName[] {
  return list.split(",").flatMap((item) => {
    const [name = "", local = name] = item.trim().replace(TYPE_REGEXP, "").split(AS_REGEXP);
    return NAME_REGEXP.test(name) && name !== "*" ? [{ name, local: local.trim() }] : [];
  });
}

/** Takes a path such as `../a/b.ts` apart. */
export function splitFile(
  module: string,
): { readonly path: string[]; readonly up: number | undefined } {
  const segments = module.replace(EXTENSION_REGEXP, "").split("/");
  let up: number | undefined;
  while (segments[0] === "." || segments[0] === "..") {
    up = (up ?? 0) + (segments.shift() === ".." ? 1 : 0);
  }
  while (VARIABLE_REGEXP.test(segments[0] ?? "") && segments.length > 1) segments.shift();
  return { path: segments, up };
}
