import type { ImportedModule } from "./imported_module.ts";
import { matches, readNames, splitFile, toModule } from "./import_parts.ts";

const WILDCARD_REGEXP = /(?:^|,)\s*[_*]\s*(?:,|$)/;
const LUA_SEPARATOR_REGEXP = /[.\/]/;
const PARENTHESES_REGEXP = /\([^)]*\)/g;
const OPEN_SEPARATOR_REGEXP = /::|\./;
const JVM_REGEXP =
  /^[ \t]*import[ \t]+(?:static[ \t]+)?(?<path>[\w.`]+?)(?:\.(?<open>[*_])|\.\{(?<block>[^}]*)\})?(?:[ \t]+as[ \t]+(?<alias>\w+))?[ \t]*;?[ \t]*(?:\/\/.*)?$/gm;
const PACKAGE_REGEXP = /^[ \t]*(?:package|namespace)[ \t]+(?<path>[\w.\\]+)/gm;
const CSHARP_REGEXP =
  /^[ \t]*(?:global[ \t]+)?using[ \t]+(?<static>static[ \t]+)?(?:(?<alias>\w+)[ \t]*=[ \t]*)?(?<path>[\w.]+)[ \t]*;/gm;
const RUBY_REGEXP =
  /^[ \t]*(?:(?<relative>require_relative)|require|load|autoload[ \t(]+:\w+,)[ \t(]*["'](?<module>[^"'\n]+)["']/gm;
const PHP_USE_REGEXP =
  /^[ \t]*use[ \t]+(?:function[ \t]+|const[ \t]+)?(?<path>[\w\\]+?)(?:\\\{(?<block>[^}]*)\})?(?:[ \t]+as[ \t]+(?<alias>\w+))?[ \t]*;/gm;
const PHP_REQUIRE_REGEXP = /\b(?:require|include)(?:_once)?\b[^;"'\n]*["'](?<module>[^"'\n]+)["']/g;
const LUA_REGEXP =
  /(?:\blocal[ \t]+(?<alias>\w+)[ \t]*=[ \t]*)?\brequire[ \t]*\(?[ \t]*["'](?<module>[^"'\n]+)["']/g;
const ELIXIR_REGEXP =
  /^[ \t]*(?<form>alias|import|use|require)[ \t]+(?<path>[\w.]+?)(?:\.\{(?<block>[^}]*)\})?(?:,[ \t]*as:[ \t]*(?<alias>\w+))?[ \t]*(?:,.*)?$/gm;
const ZIG_REGEXP =
  /\bconst[ \t]+(?<alias>\w+)[ \t]*=[ \t]*@import\("(?<module>[^"\n]+)"\)(?:\.(?<name>\w+))?/g;
const HASKELL_REGEXP =
  /^import[ \t]+(?:qualified[ \t]+)?(?<path>[\w.]+)(?:[ \t]+qualified)?(?:[ \t]+as[ \t]+(?<alias>[\w.]+))?(?:[ \t]*\((?<block>[^)]*)\))?/gm;
const OPEN_REGEXP = /^[ \t]*(?:open|use|using|import|include)[ \t]+(?<path>[A-Z][\w.:]*)/gm;

/** Reads imports that name a file each. */
export function readFiles(text: string, pattern: RegExp, isOpen: boolean): ImportedModule[] {
  return [...matches(text, pattern)].map(({ module = "", alias }) => {
    const { path, up } = splitFile(module);
    return toModule(path, { up, alias, isOpen: isOpen && alias === undefined });
  });
}

/** Reads the imports of a text. */
export function readJvm(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { path = "" } of matches(text, PACKAGE_REGEXP)) {
    found.push(toModule(path.split("."), { isOpen: true }));
  }
  for (const { path = "", open, block, alias } of matches(text, JVM_REGEXP)) {
    const segments = path.replaceAll("`", "").split(".");
    if (open !== undefined) found.push(toModule(segments, { isOpen: true }));
    else if (block !== undefined) {
      const isOpen = WILDCARD_REGEXP.test(block);
      found.push(toModule(segments, { names: readNames(block), isOpen }));
    } else {
      const name = segments.pop() ?? "";
      found.push(toModule(segments, { names: [{ name, local: alias ?? name }] }));
    }
  }
  return found;
}

/** Reads the imports of a text. */
export function readCsharp(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { path = "" } of matches(text, PACKAGE_REGEXP)) {
    found.push(toModule(path.split("."), { isOpen: true }));
  }
  for (const { path = "", alias } of matches(text, CSHARP_REGEXP)) {
    const segments = path.split(".");
    if (alias === undefined) found.push(toModule(segments, { isOpen: true }));
    else {
      const name = segments.pop() ?? "";
      found.push(toModule(segments, { names: [{ name, local: alias }] }));
    }
  }
  return found;
}

/** Reads the imports of a text. */
export function readRuby(text: string): ImportedModule[] {
  return [...matches(text, RUBY_REGEXP)].map(({ relative, module = "" }) => {
    const { path, up } = splitFile(module);
    return toModule(path, { up: relative === undefined ? up : up ?? 0, isOpen: true });
  });
}

/** Reads the imports of a text. */
export function readPhp(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { path = "" } of matches(text, PACKAGE_REGEXP)) {
    found.push(toModule(path.split("\\"), { isOpen: true }));
  }
  for (const { path = "", block, alias } of matches(text, PHP_USE_REGEXP)) {
    const segments = path.split("\\");
    if (block !== undefined) found.push(toModule(segments, { names: readNames(block) }));
    else {
      const name = segments.pop() ?? "";
      found.push(toModule(segments, { names: [{ name, local: alias ?? name }] }));
    }
  }
  return [...found, ...readFiles(text, PHP_REQUIRE_REGEXP, true)];
}

/** Reads the imports of a text. */
export function readLua(text: string): ImportedModule[] {
  return [...matches(text, LUA_REGEXP)].map(({ module = "", alias }) =>
    toModule(module.split(LUA_SEPARATOR_REGEXP), { alias })
  );
}

/** Reads the imports of a text. */
export function readElixir(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { form, path = "", block, alias } of matches(text, ELIXIR_REGEXP)) {
    const segments = path.split(".");
    const isOpen = form === "import" || form === "use";
    const names = block === undefined ? undefined : block.split(",").map((name) => name.trim());
    if (names === undefined) {
      found.push(toModule(segments, { alias: alias ?? segments.at(-1), isOpen }));
    } else {for (const name of names) {
        found.push(toModule([...segments, ...name.split(".")], { alias: name, isOpen }));
      }}
  }
  return found;
}

/** Reads the imports of a text. */
export function readZig(text: string): ImportedModule[] {
  return [...matches(text, ZIG_REGEXP)].map(({ module = "", alias = "", name }) => {
    const { path, up } = splitFile(module);
    // A path with an extension starts from the file's own folder.
    const from = module.endsWith(".zig") ? up ?? 0 : up;
    return name === undefined
      ? toModule(path, { up: from, alias })
      : toModule(path, { up: from, names: [{ name, local: alias }] });
  });
}

/** Reads the imports of a text. */
export function readHaskell(text: string): ImportedModule[] {
  return [...matches(text, HASKELL_REGEXP)].map(({ path = "", alias, block }) =>
    toModule(path.split("."), {
      alias: alias ?? path,
      names: block === undefined ? [] : readNames(block.replaceAll(PARENTHESES_REGEXP, "")),
      isOpen: block === undefined,
    })
  );
}

/** Reads the imports of a text. */
export function readOpen(text: string): ImportedModule[] {
  return [...matches(text, OPEN_REGEXP)].map(({ path = "" }) =>
    toModule(path.split(OPEN_SEPARATOR_REGEXP), { isOpen: true })
  );
}
