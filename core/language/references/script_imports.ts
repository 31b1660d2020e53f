import type { ImportedBinding } from "../reference_rules.ts";
import { childOfType, childrenOfType, field, hasToken, type SyntaxNode } from "../syntax_node.ts";
import { unwrap } from "./script_types.ts";

const QUOTES_REGEXP = /^["'`]|["'`]$/g;

/** Returns what a file of JavaScript or TypeScript imports and exports, in the order of the text. */
export function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (node.type === "import_statement") return readImport(node);
    if (node.type === "export_statement") return readExport(node);
    if (node.type === "lexical_declaration" || node.type === "variable_declaration") {
      return node.namedChildren.flatMap(readRequire);
    }
    return node.type === "expression_statement" ? readCommonExports(node) : [];
  });
}

function readImport(node: SyntaxNode): readonly ImportedBinding[] {
  const clause = node.namedChildren.find(({ type }) => type.startsWith("import_"));
  const source = field(node, "source") ?? field(clause, "source");
  if (source === undefined || clause === undefined) return [];
  const module = unquoted(source);
  const start = node.startIndex;
  if (clause.type === "import_require_clause") {
    return [{ module, name: "*", local: clause.firstNamedChild?.text ?? "", start }];
  }
  return clause.namedChildren.flatMap((part): readonly ImportedBinding[] => {
    if (part.type === "identifier") return [{ module, name: "default", local: part.text, start }];
    if (part.type === "namespace_import") {
      const local = part.firstNamedChild?.text ?? "";
      return [{ module, name: "*", isNamespace: true, local, start }];
    }
    return childrenOfType(part, "import_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      return { module, name, local: field(one, "alias")?.text ?? name, start: one.startIndex };
    });
  });
}

function readExport(node: SyntaxNode): readonly ImportedBinding[] {
  const source = field(node, "source");
  const module = source === undefined ? {} : { module: unquoted(source) };
  const start = node.startIndex;
  const clause = childOfType(node, "export_clause");
  if (clause !== undefined) {
    return childrenOfType(clause, "export_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      const alias = field(one, "alias");
      const exportedAs = alias === undefined ? name : unquoted(alias);
      const from = source === undefined ? { local: name } : { ...module, name };
      return { ...from, exportedAs, start: one.startIndex };
    });
  }
  const namespace = childOfType(node, "namespace_export");
  if (namespace !== undefined) {
    return [{ ...module, name: "*", exportedAs: namespace.firstNamedChild?.text ?? "", start }];
  }
  if (source !== undefined) return [{ ...module, exportedAs: "*", start }];
  if (!hasToken(node, "default")) return [];
  const value = field(node, "declaration") ?? field(node, "value");
  const local = value?.type === "identifier" ? value.text : field(value, "name")?.text;
  return local === undefined ? [] : [{ local, exportedAs: "default", start }];
}

function readRequire(declarator: SyntaxNode): readonly ImportedBinding[] {
  const value = field(declarator, "value");
  const module = requiredModule(value);
  const pattern = field(declarator, "name");
  if (module === undefined || pattern === undefined) return [];
  const start = declarator.startIndex;
  const member = value!.type === "member_expression" ? field(value!, "property")?.text : undefined;
  if (pattern.type === "identifier") {
    return [{ module, name: member ?? "*", local: pattern.text, start }];
  }
  return pattern.namedChildren.flatMap((one) => {
    if (one.type === "shorthand_property_identifier_pattern") {
      return [{ module, name: one.text, local: one.text, start: one.startIndex }];
    }
    const [name, local] = [field(one, "key")?.text, field(one, "value")?.text];
    return name === undefined || local === undefined
      ? []
      : [{ module, name, local, start: one.startIndex }];
  });
}

/** Reads `module.exports = name`, `module.exports = { a, b: c }` and `exports.a = b`. */
function readCommonExports(statement: SyntaxNode): readonly ImportedBinding[] {
  const node = statement.firstNamedChild;
  if (node?.type !== "assignment_expression") return [];
  const [left = "", right] = [field(node, "left")?.text, field(node, "right")];
  if (right === undefined) return [];
  const start = node.startIndex;
  if (left === "module.exports" || left === "exports") {
    const module = requiredModule(right);
    if (module !== undefined) return [{ module, exportedAs: "*", start }];
    const local = right.type === "identifier" ? right.text : field(right, "name")?.text;
    if (local !== undefined) return [{ local, exportedAs: "default", start }];
    return right.namedChildren.flatMap((one): ImportedBinding[] => {
      if (one.type === "shorthand_property_identifier") {
        return [{ local: one.text, exportedAs: one.text, start: one.startIndex }];
      }
      const value = one.type === "pair" ? field(one, "value") : undefined;
      return value === undefined
        ? []
        : exportValue(value, unquoted(field(one, "key")!), one.startIndex);
    });
  }
  const exportedAs = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1];
  return exportedAs === undefined ? [] : exportValue(right, exportedAs, start);
}

function exportValue(value: SyntaxNode, exportedAs: string, start: number): ImportedBinding[] {
  const module = requiredModule(value);
  if (module !== undefined) return [{ module, name: "*", exportedAs, start }];
  return value.type === "identifier" ? [{ local: value.text, exportedAs, start }] : [];
}

/** Returns the module of `require("m")`, `await import("m")` and a member of them. */
export function requiredModule(value: SyntaxNode | undefined): string | undefined {
  if (value === undefined) return undefined;
  const inner = unwrap(value);
  const call = inner.type === "member_expression" ? field(inner, "object")! : inner;
  if (call.type !== "call_expression") return undefined;
  const callee = field(call, "function")?.text;
  if (callee !== "require" && callee !== "import") return undefined;
  const argument = field(call, "arguments")?.firstNamedChild;
  return argument?.type === "string" ? unquoted(argument) : undefined;
}

function unquoted(node: SyntaxNode): string {
  return node.text.replaceAll(QUOTES_REGEXP, "");
}
