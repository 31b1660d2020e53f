import type { Node } from "web-tree-sitter";
import {
  type Definition,
  type DefinitionRule,
  field,
  kindByCase,
  type LanguageRules,
  multilineBody,
  type Scope,
} from "./definition.ts";

/** How the definitions of Lua are found. */
export const LUA_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["function_declaration", functionDeclaration],
    ["assignment_statement", assignment],
    ["field", tableField],
  ]),
  wrappers: new Set(["variable_declaration"]),
  // A module may end by returning the table of its functions.
  blocks: new Set([
    "block",
    "do_statement",
    "if_statement",
    "else_statement",
    "elseif_statement",
    "return_statement",
    "expression_list",
    "table_constructor",
  ]),
  comments: new Set(["comment"]),
  attributes: new Set(),
};

function functionDeclaration(node: Node): Definition[] {
  const name = field(node, "name");
  if (name === undefined) return [];
  return [{ kind: "function", ...splitName(name), node, body: bodyOf(node) }];
}

function assignment(node: Node, { wrapper }: Scope): Definition[] {
  const [variables, expressions] = node.namedChildren;
  const names = variables?.childrenForFieldName("name") ?? [];
  const values = expressions?.childrenForFieldName("value") ?? [];
  return names.flatMap((name, index): Definition[] => {
    const value = values[index];
    const outer = names.length === 1 ? wrapper ?? node : name;
    if (value?.type === "function_definition") {
      return [{ kind: "function", ...splitName(name), node: outer, body: bodyOf(value) }];
    }
    // Other fields of a table are its data.
    if (name.type !== "identifier") return [];
    const members = value?.type === "table_constructor" ? value : undefined;
    const kind = kindByCase(name.text);
    // A file's other locals are mostly short names for what it requires.
    if (members === undefined && kind === "variable") return [];
    const body = members ?? multilineBody(value);
    return [{ kind, name: name.text, node: outer, body, members }];
  });
}

function tableField(node: Node): Definition[] {
  const name = field(node, "name");
  const value = field(node, "value");
  if (name?.type !== "identifier" || value?.type !== "function_definition") return [];
  return [{ kind: "function", name: name.text, node, body: bodyOf(value) }];
}

/** `M.sub.name` and `M:name` define `name` in `M.sub` and `M`. */
function splitName(node: Node): { name: string; owner?: string } {
  const last = field(node, "field") ?? field(node, "method");
  const table = field(node, "table");
  if (last === undefined || table === undefined) return { name: node.text };
  return { name: last.text, owner: table.text };
}

function bodyOf(node: Node): Node | undefined {
  return field(node, "body") ?? node.lastChild ?? undefined;
}
