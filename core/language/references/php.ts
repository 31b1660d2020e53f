import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import { childOfType, childrenOfType, field, isSameNode, type SyntaxNode } from "../syntax_node.ts";
import { PHP_TYPES, phpOwnerAt, readPhpName } from "./php_names.ts";
import { phpElementType, phpTypeNames, readPhpExpression } from "./php_types.ts";
import { setOf } from "./tables.ts";

const NAMES = setOf("name qualified_name");
const MAGIC_REGEXP = /\bfunction\s+__call(?:Static)?\b/;

/** How the names of PHP are read; those of variables have a `$`. */
export const REFERENCES: ReferenceRules = {
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
function basesOf({ parent: type }: SyntaxNode): readonly SyntaxNode[] {
  if (type === null || !PHP_TYPES.has(type.type)) return [];
  const body = field(type, "body");
  const isOpen = type.type === "trait_declaration" ||
    body !== undefined && MAGIC_REGEXP.test(body.text);
  return [
    ...childrenOfType(type, "base_clause"),
    ...childrenOfType(body, "use_declaration"),
    ...childrenOfType(type, "class_interface_clause"),
  ].flatMap(({ namedChildren }) => namedChildren.filter((one) => NAMES.has(one.type)))
    .concat(isOpen && body !== undefined ? [body] : []);
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
  const spaces = childrenOfType(root, "namespace_definition")
    .flatMap((node) => field(node, "body") ?? []);
  return [root, ...spaces].flatMap((node) => childrenOfType(node, "namespace_use_declaration"))
    .flatMap(readUse).concat([GLOBAL_NAMESPACE]);
}

function readUse(node: SyntaxNode): readonly ImportedBinding[] {
  const group = field(node, "body");
  const prefix = group && childOfType(node, "namespace_name")?.text;
  return childrenOfType(group ?? node, "namespace_use_clause").map((clause) => {
    const alias = field(clause, "alias");
    const path = clause.namedChildren.find((one) =>
      one.type !== "visibility_modifier" && !isSameNode(alias, one)
    );
    const parts = `${prefix ?? ""}\\${path?.text ?? ""}`.split("\\").filter((part) => part !== "");
    const name = parts.pop() ?? "";
    const module = parts.join(".");
    return { module, name, local: alias?.text ?? name, start: clause.startIndex };
  });
}
