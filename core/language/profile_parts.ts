import { groupsAt } from "../text/match_at.ts";
import type {
  GrammarSource,
  ImportedModule,
  ImportReader,
  LiteralRules,
  StringRule,
} from "./profile.ts";

const NAME_REGEXP = /^[\w$*'!?\x80-\uffff]+$/;
const TYPE_REGEXP = /^type\s+/;
const EXTENSION_REGEXP =
  /\.(?:[cm]?[jt]sx?|vue|svelte|h|hh|hpp|hxx|inc|inl|rb|php|zig|dart|sh|bash|lua)$/;
const VARIABLE_REGEXP = /^(?:\$|@$|~$)/;
const AS_REGEXP = /\s+as\s+|\s*=>\s*|\s*:\s*/;
const PACKAGE_REGEXP = /^[ \t]*(?:package|namespace)[ \t]+(?<path>[\w.\\]+)/gm;
const OPEN_REGEXP = /^[ \t]*(?:open|use|using|import|include)[ \t]+(?<path>[A-Z][\w.:]*)/gm;

/** Comments and characters as most languages with braces write them, with plain strings. */
export const BRACE_LITERALS: LiteralRules = {
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  strings: [quoted('"')],
  characters: true,
};

/** Returns a grammar of the package that has those of most languages, or of one of its own. */
export function grammarOf(
  name: string,
  references?: GrammarSource["references"],
  ownPackage?: string,
): GrammarSource {
  const file = `tree-sitter-${name}.wasm`;
  return {
    ...(ownPackage === undefined
      ? { package: "@vscode/tree-sitter-wasm", file: `wasm/${file}` }
      : { package: ownPackage, file }),
    ...(references === undefined ? {} : { references }),
  };
}

/** Returns a string that begins and ends with the same mark. */
export function quoted(quote: string, rest: Omit<StringRule, "open" | "close"> = {}): StringRule {
  return { open: quote, close: quote, ...rest };
}

/** Returns the group `name` of a sticky pattern at an offset. */
export function nameAt(pattern: RegExp, text: string, at: number): string | undefined {
  return groupsAt(pattern, text, at)["name"];
}

/** Yields the groups of all matches of a pattern. */
export function* matches(text: string, pattern: RegExp): Generator<ReturnType<typeof groupsAt>> {
  for (const { groups } of text.matchAll(pattern)) yield groups ?? {};
}

/** Makes a module of its parts, without those that are undefined. */
export function toModule(
  path: readonly string[],
  { up, alias, names = [], isOpen = false }: {
    readonly [Key in Exclude<keyof ImportedModule, "path">]?: ImportedModule[Key] | undefined;
  } = {},
): ImportedModule {
  return {
    path: path.filter((segment) => segment !== ""),
    ...(up === undefined ? {} : { up }),
    names,
    ...(alias === undefined || alias === "" ? {} : { alias }),
    isOpen,
  };
}

/** Makes a module of a path whose last segment is a name taken out of it. */
export function toNamed(segments: readonly string[], alias: string | undefined): ImportedModule {
  const name = segments.at(-1) ?? "";
  return toModule(segments.slice(0, -1), { names: [{ name, local: alias ?? name }] });
}

/** Reads `a, b as c`. */
export function readNames(list: string): ImportedModule["names"] {
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

/** Returns what reads imports that name a file each. */
export function filesNamedBy(pattern: RegExp): ImportReader {
  return (text) =>
    [...matches(text, pattern)].map(({ module = "", alias }) => {
      const { path, up } = splitFile(module);
      return toModule(path, { up, alias, isOpen: alias === undefined });
    });
}

/** Reads the package or namespace that a text belongs to, whose names need no import. */
export function readPackage(text: string, separator = "."): ImportedModule[] {
  return [...matches(text, PACKAGE_REGEXP)].map(({ path = "" }) =>
    toModule(path.split(separator), { isOpen: true })
  );
}

/** Reads imports of whole modules whose names begin with a capital. */
export function readOpen(text: string): ImportedModule[] {
  return [...matches(text, OPEN_REGEXP)].map(({ path = "" }) =>
    toModule(path.split(/::|\./), { isOpen: true })
  );
}
