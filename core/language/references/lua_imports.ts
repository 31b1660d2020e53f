import type { ImportedBinding } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";

const QUOTES_REGEXP = /^(?:["']|\[=*\[)|(?:["']|\]=*\])$/g;

/** Returns what a file of Lua requires, and what it returns, which is what it exports. */
export function readLuaImports(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (node.type === "return_statement") return readReturned(node);
    const [statement] = node.type === "variable_declaration" ? node.namedChildren : [];
    const [list, values] = statement?.type === "assignment_statement"
      ? statement.namedChildren
      : [];
    return (list?.childrenForFieldName("name") ?? []).flatMap((name, index) => {
      const value = values?.namedChild(index);
      const required = value === null || value === undefined ? undefined : requiredLuaModule(value);
      return required === undefined
        ? []
        : [{ ...required, local: name.text, start: name.startIndex }];
    });
  });
}

/** Reads `return M`, `return setmetatable(M, …)` and `return { open = open }`. */
function readReturned(statement: SyntaxNode): readonly ImportedBinding[] {
  const value = statement.firstNamedChild?.firstNamedChild;
  if (value === null || value === undefined) return [];
  const isWrapped = value.type === "function_call" && field(value, "name")?.text === "setmetatable";
  const inner = (isWrapped ? field(value, "arguments")?.firstNamedChild : value) ?? value;
  const start = inner.startIndex;
  if (inner.type === "identifier") return [{ local: inner.text, exportedAs: "default", start }];
  if (inner.type !== "table_constructor") return [{ exportedAs: "*", start }];
  return inner.namedChildren.flatMap((entry) => {
    const [name, own] = [field(entry, "name"), field(entry, "value")];
    return name === undefined || own?.type !== "identifier"
      ? []
      : [{ local: own.text, exportedAs: name.text, start: entry.startIndex }];
  });
}

/** Returns the module of `require("m")`, and what is taken from it: all, or `f` of `require("m").f`. */
export function requiredLuaModule(
  value: SyntaxNode,
): Pick<ImportedBinding, "module" | "name"> | undefined {
  const call = value.type === "dot_index_expression" ? field(value, "table") : value;
  if (call?.type !== "function_call" || field(call, "name")?.text !== "require") return undefined;
  const argument = field(call, "arguments")?.firstNamedChild;
  if (argument?.type !== "string") return undefined;
  const module = argument.text.replaceAll(QUOTES_REGEXP, "");
  return { module, name: value === call ? "*" : luaName(value)?.text ?? "*" };
}

/** Returns the last name of a path. */
export function luaName(node: SyntaxNode): SyntaxNode | undefined {
  return node.type === "identifier" ? node : field(node, "field") ?? field(node, "method");
}
