import { type ImportedBinding, type ReferenceRules } from "../reference_rules.ts";
import { field, isSameNode, type SyntaxNode } from "../syntax_node.ts";
import { PHP_TYPES, phpOwnerAt, readPhpName } from "./php_names.ts";
import { phpElementType, phpTypeNames, readPhpExpression } from "./php_types.ts";

const MAGIC_REGEXP = /\bfunction\s+__call(?:Static)?\b/;

/** How the names of PHP are read; those of variables have a `$`. */
export const PHP_REFERENCES: ReferenceRules = {
  names: "name variable_name string_content",
  sigil: "$",
  constructorName: "__construct",
  readName: readPhpName,
  readExpression: readPhpExpression,
  typeNames: phpTypeNames,
  elementType: phpElementType,
  basesOf,
  ownerAt: phpOwnerAt,
  readImports,
  packageOf,
  isStrict: true,
  modules: "autoload",
  shares: "package",
};

/** Returns the types after `extends`, the traits, and the types after `implements`. */
function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const type = name.parent;
  if (type === null || !PHP_TYPES.has(type.type)) return [];
  const listed = type.namedChildren;
  const body = field(type, "body");
  const isOpen = type.type === "trait_declaration" ||
    body !== undefined && MAGIC_REGEXP.test(body.text);
  return [
    ...listed.filter(({ type }) => type === "base_clause"),
    ...(body?.namedChildren.filter(({ type }) => type === "use_declaration") ?? []),
    ...listed.filter(({ type }) => type === "class_interface_clause"),
  ].flatMap(({ namedChildren }) =>
    namedChildren.filter(({ type }) => type === "name" || type === "qualified_name")
  ).concat(isOpen && body !== undefined ? [body] : []);
}

function packageOf(root: SyntaxNode): string {
  for (let at = 0; at < root.namedChildCount; at++) {
    const node = root.namedChild(at)!;
    if (node.type === "namespace_definition") {
      return field(node, "name")?.text.replaceAll("\\", ".") ?? "";
    }
    if (PHP_TYPES.has(node.type)) return "";
  }
  return "";
}

/** All that a file does not find in its namespace is looked for in the global one. */
const GLOBAL_NAMESPACE: ImportedBinding = { module: "", start: 0 };

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  const spaces = root.namedChildren.flatMap((node) =>
    node.type === "namespace_definition" ? field(node, "body") ?? [] : []
  );
  return [root, ...spaces].flatMap(({ namedChildren }) => namedChildren)
    .filter(({ type }) => type === "namespace_use_declaration").flatMap(readUse)
    .concat([GLOBAL_NAMESPACE]);
}

function readUse(node: SyntaxNode): readonly ImportedBinding[] {
  const group = field(node, "body");
  const prefix = group === undefined
    ? ""
    : node.namedChildren.find(({ type }) => type === "namespace_name")?.text ?? "";
  return (group ?? node).namedChildren.filter(({ type }) => type === "namespace_use_clause")
    .map((clause) => {
      const alias = field(clause, "alias");
      const path = clause.namedChildren.find((one) =>
        one.type !== "visibility_modifier" && !isSameNode(alias, one)
      )?.text ?? "";
      const parts = [prefix, path].join("\\").split("\\").filter((part) =>
        part !== ""
      );
      const name = parts.pop() ?? "";
      return {
        module: parts.join("."),
        name,
        local: alias?.text ?? name,
        start: clause.startIndex,
      };
    });
}
