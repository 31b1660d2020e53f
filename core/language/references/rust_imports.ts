import type { ImportedBinding } from "../reference_rules.ts";
import { field, findAround, type SyntaxNode } from "../syntax_node.ts";
import { modulePath } from "./rust_expressions.ts";
import { setOf } from "./tables.ts";

const IMPORT_REGEXP = /\b(?:use|mod|extern)\s/g;
const PATH_REGEXP = /#\[path\s*=\s*"([^"\n]+)"\]\s*(?:pub(?:\([^)\n]*\))?\s+)?$/;
/** UTF-16 units before `mod` that may hold its attributes. */
const MAX_ATTRIBUTES = 300;

const SCOPES = setOf("block declaration_list");

/**
 * Returns what a file of Rust imports, in functions and inner modules too, with the modules that have files of their own.
 * Paths of modules begin with `::` and are seen from the file.
 */
export function readRustImports(root: SyntaxNode): readonly ImportedBinding[] {
  const { text } = root;
  return [...text.matchAll(IMPORT_REGEXP)].flatMap(({ index }): readonly ImportedBinding[] => {
    const keyword = root.descendantForIndex(index, index + 3);
    const node = keyword?.parent;
    const scope = node ? findAround(node, SCOPES) : undefined;
    const known = scope && { scope };
    switch (node?.type) {
      case "use_declaration": {
        const argument = field(node, "argument");
        return argument === undefined
          ? []
          : readTree(argument, "").map((one) => ({ ...one, ...known }));
      }
      case "extern_crate_declaration": {
        const name = field(node, "name")?.text ?? "";
        const local = field(node, "alias")?.text ?? name;
        return [{ module: `::${name}`, name: "*", local, start: index, ...known }];
      }
      case "mod_item": {
        const name = field(node, "name");
        if (name === undefined || field(node, "body") !== undefined) return [];
        const path = PATH_REGEXP.exec(text.slice(Math.max(0, index - MAX_ATTRIBUTES), index))?.[1];
        const module = path === undefined ? modulePath(node, `self::${name.text}`) : `./${path}`;
        return [{ module, name: "*", local: name.text, start: name.startIndex, ...known }];
      }
    }
    return [];
  });
}

/** Reads a part of a `use` behind a path: `a::{b as c, d::*}`. */
function readTree(node: SyntaxNode, path: string): readonly ImportedBinding[] {
  const start = node.startIndex;
  switch (node.type) {
    case "scoped_use_list": {
      const inner = join(path, field(node, "path")?.text ?? "");
      return field(node, "list")?.namedChildren.flatMap((one) => readTree(one, inner)) ?? [];
    }
    case "use_list":
      return node.namedChildren.flatMap((one) => readTree(one, path));
    case "use_wildcard": {
      const inner = join(path, node.firstNamedChild?.text ?? "");
      return [{ module: modulePath(node, inner), start }];
    }
    case "use_as_clause": {
      const named = field(node, "path");
      const local = field(node, "alias")?.text ?? "_";
      return named === undefined ? [] : bind(node, { path: join(path, named.text), local, start });
    }
    case "self":
    case "identifier":
    case "crate":
    case "scoped_identifier":
      return bind(node, { path: join(path, node.text), start });
  }
  return [];
}

function bind(
  node: SyntaxNode,
  { path, local, start }: {
    readonly path: string;
    readonly local?: string;
    readonly start: number;
  },
): readonly ImportedBinding[] {
  const parts = path.split("::").filter((part) => part !== "");
  if (parts.length > 1 && parts.at(-1) === "self") parts.pop();
  const name = parts.at(-1) ?? path;
  const own = local ?? name;
  if (parts.length === 1) return [{ module: modulePath(node, name), name: "*", local: own, start }];
  const module = modulePath(node, parts.slice(0, -1).join("::"));
  return [{ module, name, local: own, start }];
}

function join(path: string, inner: string): string {
  const plain = inner.replaceAll(/\s+/g, "");
  return path === "" ? plain : `${path}::${plain}`;
}
