import type { ImportedModule, ImportedName } from "./imported_module.ts";

/** Returns the modules that a text of one language imports. */
export type ImportReader = (text: string) => ImportedModule[];

const PYTHON_FROM_REGEXP =
  /^[ \t]*from[ \t]+(?<dots>\.*)(?<path>[\w.]*)[ \t]+import[ \t]+(?:\((?<block>[^)]*)\)|(?<line>[^\n#(]+(?:\\\n[^\n#]+)*))/gm;
const PYTHON_IMPORT_REGEXP = /^[ \t]*import[ \t]+(?<list>[^\n#;(]+)/gm;
const SCRIPT_FROM_REGEXP =
  /^[ \t]*(?:import|export)\b(?<clause>[^"'`;()]*?)\bfrom\s*["'](?<module>[^"'\n]+)["']/gm;
const SCRIPT_REQUIRE_REGEXP =
  /\b(?:const|let|var)\s+(?<clause>[\w$]+|\{[^}]*\})\s*=\s*(?:await\s+)?(?:require|import)\(\s*["'](?<module>[^"'\n]+)["']/g;
const SCRIPT_BARE_REGEXP = /^[ \t]*import\s*["'](?<module>[^"'\n]+)["']/gm;
const GO_REGEXP =
  /^[ \t]*(?:import[ \t]+)?(?:(?<alias>[\w.]+)[ \t]+)?"(?<module>[^"\n]+)"[ \t]*(?:\/\/.*)?$/gm;
const GO_BLOCK_REGEXP = /^import[ \t]*(?:\((?<block>[^)]*)\)|(?<line>[^\n]*))/gm;
const RUST_REGEXP =
  /^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?(?:use[ \t]+(?<tree>[^;]+)|mod[ \t]+(?<mod>\w+)[ \t]*);/gm;
const JVM_REGEXP =
  /^[ \t]*import[ \t]+(?:static[ \t]+)?(?<path>[\w.`]+?)(?:\.(?<open>[*_])|\.\{(?<block>[^}]*)\})?(?:[ \t]+as[ \t]+(?<alias>\w+))?[ \t]*;?[ \t]*(?:\/\/.*)?$/gm;
const PACKAGE_REGEXP = /^[ \t]*(?:package|namespace)[ \t]+(?<path>[\w.\\]+)/gm;
const INCLUDE_REGEXP = /^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"](?<module>[^>"\n]+)[>"]/gm;
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
const DART_REGEXP =
  /^[ \t]*(?:import|export|part)[ \t]+["'](?<module>[^"'\n]+)["'](?:[ \t]+as[ \t]+(?<alias>\w+))?/gm;
const HASKELL_REGEXP =
  /^import[ \t]+(?:qualified[ \t]+)?(?<path>[\w.]+)(?:[ \t]+qualified)?(?:[ \t]+as[ \t]+(?<alias>[\w.]+))?(?:[ \t]*\((?<block>[^)]*)\))?/gm;
const OPEN_REGEXP = /^[ \t]*(?:open|use|using|import|include)[ \t]+(?<path>[A-Z][\w.:]*)/gm;
const SOURCE_REGEXP = /^[ \t]*(?:source|\.)[ \t]+["']?(?<module>[^\s"';]+)/gm;

const EXTENSION_REGEXP =
  /\.(?:[cm]?[jt]sx?|vue|svelte|h|hh|hpp|hxx|inc|inl|rb|php|zig|dart|sh|bash|lua)$/;
const VARIABLE_REGEXP = /^(?:\$|@$|~$)/;
const AS_REGEXP = /\s+as\s+|\s*=>\s*|\s*:\s*/;

const READERS: readonly (readonly [languages: string, read: ImportReader])[] = [
  ["python", readPython],
  ["javascript typescript tsx vue svelte", readScript],
  ["go", readGo],
  ["rust", readRust],
  ["java kotlin scala groovy", readJvm],
  ["c cpp cuda objective-c objective-cpp", (text) => readFiles(text, INCLUDE_REGEXP, true)],
  ["csharp", readCsharp],
  ["ruby crystal", readRuby],
  ["php", readPhp],
  ["lua", readLua],
  ["elixir", readElixir],
  ["zig", readZig],
  ["dart", (text) => readFiles(text, DART_REGEXP, true)],
  ["haskell", readHaskell],
  ["ocaml fsharp julia perl", readOpen],
  ["bash fish", (text) => readFiles(text, SOURCE_REGEXP, true)],
];

const READER_BY_LANGUAGE: ReadonlyMap<string, ImportReader> = new Map(
  READERS.flatMap(([languages, read]) =>
    languages.split(" ").map((language) => [language, read] as const)
  ),
);

/** Returns what reads the imports of a language, or undefined when that is not known. */
export function importReaderOf(language: string): ImportReader | undefined {
  return READER_BY_LANGUAGE.get(language);
}

type Groups = Readonly<Record<string, string | undefined>>;

function* matches(text: string, pattern: RegExp): Generator<Groups> {
  for (const { groups } of text.matchAll(pattern)) yield groups ?? {};
}

/** Makes a module of its parts, without those that are undefined. */
function toModule(
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
function readNames(list: string): ImportedName[] {
  return list.split(",").flatMap((item) => {
    const [name = "", local = name] = item.trim().replace(/^type\s+/, "").split(AS_REGEXP);
    return /^[\w$*'!?]+$/.test(name) && name !== "*" ? [{ name, local: local.trim() }] : [];
  });
}

/** Takes a path such as `../a/b.ts` apart. */
function splitFile(module: string): { readonly path: string[]; readonly up: number | undefined } {
  const segments = module.replace(EXTENSION_REGEXP, "").split("/");
  let up: number | undefined;
  while (segments[0] === "." || segments[0] === "..") {
    up = (up ?? 0) + (segments.shift() === ".." ? 1 : 0);
  }
  while (VARIABLE_REGEXP.test(segments[0] ?? "") && segments.length > 1) segments.shift();
  return { path: segments, up };
}

function readFiles(text: string, pattern: RegExp, isOpen: boolean): ImportedModule[] {
  return [...matches(text, pattern)].map(({ module = "", alias }) => {
    const { path, up } = splitFile(module);
    return toModule(path, { up, alias, isOpen: isOpen && alias === undefined });
  });
}

function readPython(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { dots = "", path = "", block, line } of matches(text, PYTHON_FROM_REGEXP)) {
    const list = (block ?? line ?? "").replaceAll(/#[^\n]*|\\\n/g, " ");
    const up = dots === "" ? undefined : dots.length - 1;
    const isOpen = list.trim() === "*";
    found.push(toModule(path.split("."), { up, names: readNames(list), isOpen }));
  }
  for (const { list = "" } of matches(text, PYTHON_IMPORT_REGEXP)) {
    for (const item of list.split(",")) {
      const [path = "", alias] = item.trim().split(/\s+as\s+/);
      if (/^[\w.]+$/.test(path)) found.push(toModule(path.split("."), { alias: alias ?? path }));
    }
  }
  return found;
}

function readScript(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  const add = (module: string, clause: string) => {
    const { path, up } = splitFile(module);
    const braces = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
    const plain = clause.replace(/\{[^}]*\}/, "").replace(/^\s*type\s+(?=[\w*{])/, "");
    const alias = /\*\s*as\s+([\w$]+)/.exec(plain)?.[1] ?? /^\s*([\w$]+)/.exec(plain)?.[1];
    found.push(toModule(path, {
      up,
      alias,
      names: readNames(braces),
      isOpen: alias === undefined && plain.includes("*"),
    }));
  };
  for (const { module = "", clause = "" } of matches(text, SCRIPT_FROM_REGEXP)) add(module, clause);
  for (const { module = "", clause = "" } of matches(text, SCRIPT_REQUIRE_REGEXP)) {
    add(module, clause);
  }
  for (const { module = "" } of matches(text, SCRIPT_BARE_REGEXP)) add(module, "");
  return found;
}

function readGo(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { block, line = "" } of matches(text, GO_BLOCK_REGEXP)) {
    for (const { module = "", alias } of matches(block ?? line, GO_REGEXP)) {
      const path = module.split("/");
      const last = path.at(-1) ?? "";
      // A version at the end of a path is no package: "example.org/pool/v2".
      const name = /^v\d+$/.test(last) ? path.at(-2) : last.replace(/^go-|\.v\d+$|-go$/g, "");
      found.push(toModule(path, { alias: alias ?? name, isOpen: alias === "." }));
    }
  }
  return found;
}

function readRust(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { tree, mod } of matches(text, RUST_REGEXP)) {
    if (mod !== undefined) found.push(toModule([mod], { up: 0, alias: mod }));
    else if (tree !== undefined) readUseTree(tree.replaceAll(/\s+/g, " ").trim(), [], found);
  }
  return found;
}

/** Reads `a::{b, c::{self, d as e}, f::*}`. */
function readUseTree(tree: string, outer: readonly string[], found: ImportedModule[]): void {
  const brace = tree.indexOf("{");
  if (brace >= 0) {
    const path = [...outer, ...tree.slice(0, brace).split("::")].map((word) => word.trim())
      .filter((word) => word !== "");
    for (const part of splitTopLevel(tree.slice(brace + 1, tree.lastIndexOf("}")))) {
      readUseTree(part, path, found);
    }
    return;
  }
  const [whole = "", alias] = tree.split(" as ");
  const path = [...outer, ...whole.trim().split("::")].filter((word) => word !== "");
  let up: number | undefined;
  while (path[0] === "super" || path[0] === "self") {
    up = (up ?? 0) + (path.shift() === "super" ? 1 : 0);
  }
  if (path[0] === "crate") path.shift();
  const last = path.pop() ?? "";
  if (last === "*") found.push(toModule(path, { up, isOpen: true }));
  else if (last === "self") found.push(toModule(path, { up, alias: alias ?? path.at(-1) }));
  else if (last !== "") {
    found.push(toModule(path, { up, names: [{ name: last, local: alias?.trim() ?? last }] }));
  }
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "{") depth++;
    else if (list[at] === "}") depth--;
    else if (list[at] === "," && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, list.slice(from).trim()].filter((part) => part !== "");
}

function readJvm(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { path = "" } of matches(text, PACKAGE_REGEXP)) {
    found.push(toModule(path.split("."), { isOpen: true }));
  }
  for (const { path = "", open, block, alias } of matches(text, JVM_REGEXP)) {
    const segments = path.replaceAll("`", "").split(".");
    if (open !== undefined) found.push(toModule(segments, { isOpen: true }));
    else if (block !== undefined) {
      const isOpen = /(?:^|,)\s*[_*]\s*(?:,|$)/.test(block);
      found.push(toModule(segments, { names: readNames(block), isOpen }));
    } else {
      const name = segments.pop() ?? "";
      found.push(toModule(segments, { names: [{ name, local: alias ?? name }] }));
    }
  }
  return found;
}

function readCsharp(text: string): ImportedModule[] {
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

function readRuby(text: string): ImportedModule[] {
  return [...matches(text, RUBY_REGEXP)].map(({ relative, module = "" }) => {
    const { path, up } = splitFile(module);
    return toModule(path, { up: relative === undefined ? up : up ?? 0, isOpen: true });
  });
}

function readPhp(text: string): ImportedModule[] {
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

function readLua(text: string): ImportedModule[] {
  return [...matches(text, LUA_REGEXP)].map(({ module = "", alias }) =>
    toModule(module.split(/[.\/]/), { alias })
  );
}

function readElixir(text: string): ImportedModule[] {
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

function readZig(text: string): ImportedModule[] {
  return [...matches(text, ZIG_REGEXP)].map(({ module = "", alias = "", name }) => {
    const { path, up } = splitFile(module);
    // A path with an extension starts from the file's own folder.
    const from = module.endsWith(".zig") ? up ?? 0 : up;
    return name === undefined
      ? toModule(path, { up: from, alias })
      : toModule(path, { up: from, names: [{ name, local: alias }] });
  });
}

function readHaskell(text: string): ImportedModule[] {
  return [...matches(text, HASKELL_REGEXP)].map(({ path = "", alias, block }) =>
    toModule(path.split("."), {
      alias: alias ?? path,
      names: block === undefined ? [] : readNames(block.replaceAll(/\([^)]*\)/g, "")),
      isOpen: block === undefined,
    })
  );
}

function readOpen(text: string): ImportedModule[] {
  return [...matches(text, OPEN_REGEXP)].map(({ path = "" }) =>
    toModule(path.split(/::|\./), { isOpen: true })
  );
}
