import type { ImportedModule } from "./imported_module.ts";
import { matches, readNames, splitFile, toModule } from "./import_parts.ts";

const AS_REGEXP = /\s+as\s+/;
const DOTTED_REGEXP = /^[\w.]+$/;
const BRACES_REGEXP = /\{([^}]*)\}/;
const TYPE_REGEXP = /^\s*type\s+(?=[\w*{])/;
const NAMESPACE_REGEXP = /\*\s*as\s+([\w$]+)/;
const DEFAULT_REGEXP = /^\s*([\w$]+)/;
const VERSION_REGEXP = /^v\d+$/;
const GO_AFFIX_REGEXP = /^go-|\.v\d+$|-go$/g;
const WHITE_SPACE_REGEXP = /\s+/g;
const PYTHON_NOISE_REGEXP = /#[^\n]*|\\\n/g;
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

/** Reads the imports of a text. */
export function readPython(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { dots = "", path = "", block, line } of matches(text, PYTHON_FROM_REGEXP)) {
    const list = (block ?? line ?? "").replaceAll(PYTHON_NOISE_REGEXP, " ");
    const up = dots === "" ? undefined : dots.length - 1;
    const isOpen = list.trim() === "*";
    found.push(toModule(path.split("."), { up, names: readNames(list), isOpen }));
  }
  for (const { list = "" } of matches(text, PYTHON_IMPORT_REGEXP)) {
    for (const item of list.split(",")) {
      const [path = "", alias] = item.trim().split(AS_REGEXP);
      if (DOTTED_REGEXP.test(path)) found.push(toModule(path.split("."), { alias: alias ?? path }));
    }
  }
  return found;
}

/** Reads the imports of a text. */
export function readScript(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  const add = (module: string, clause: string) => {
    const { path, up } = splitFile(module);
    const braces = BRACES_REGEXP.exec(clause)?.[1] ?? "";
    const plain = clause.replace(BRACES_REGEXP, "").replace(TYPE_REGEXP, "");
    const alias = NAMESPACE_REGEXP.exec(plain)?.[1] ?? DEFAULT_REGEXP.exec(plain)?.[1];
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

/** Reads the imports of a text. */
export function readGo(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { block, line = "" } of matches(text, GO_BLOCK_REGEXP)) {
    for (const { module = "", alias } of matches(block ?? line, GO_REGEXP)) {
      const path = module.split("/");
      const last = path.at(-1) ?? "";
      // A version at the end of a path is no package: "example.org/pool/v2".
      const name = VERSION_REGEXP.test(last) ? path.at(-2) : last.replace(GO_AFFIX_REGEXP, "");
      found.push(toModule(path, { alias: alias ?? name, isOpen: alias === "." }));
    }
  }
  return found;
}

/** Reads the imports of a text. */
export function readRust(text: string): ImportedModule[] {
  const found: ImportedModule[] = [];
  for (const { tree, mod } of matches(text, RUST_REGEXP)) {
    if (mod !== undefined) found.push(toModule([mod], { up: 0, alias: mod }));
    else if (tree !== undefined) {
      readUseTree(tree.replaceAll(WHITE_SPACE_REGEXP, " ").trim(), [], found);
    }
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
    // The module above that of "pool/open.rs" is "pool/mod.rs", in the same folder.
    const isAbove = path.shift() === "super" && up !== undefined;
    up = (up ?? 0) + (isAbove ? 1 : 0);
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
