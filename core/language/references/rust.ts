import type { DeclaredName, NameUse, ReferenceRules, UsedName } from "../reference_rules.ts";
import { field, findAround, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { readRustImports } from "./rust_imports.ts";
import { readRustExpression, rustForeignResult } from "./rust_expressions.ts";
import { readRustPattern, readRustTokenName, rustFunction } from "./rust_patterns.ts";
import {
  rustBasesOf,
  rustElementType,
  rustOwnerAt,
  rustOwnerTypeAt,
  rustPartType,
  rustResultType,
  rustTypeNames,
} from "./rust_types.ts";

import { declared, IMPORTED, type NameReader, setOf, tableOf, used } from "./tables.ts";

const SCOPES = setOf("source_file declaration_list block");
const USES = setOf(
  "use_declaration use_list use_as_clause scoped_use_list use_wildcard extern_crate_declaration",
);

/** What a name may mean that is not followed by `!`. */
const FUNCTION = ["function"] as const;
const VALUE = ["value"] as const;
const CALLED = ["function", "type", "value"] as const;
const PATH = ["module", "type"] as const;
const TYPE = ["type", "value"] as const;
const NO_MACRO = ["type", "function", "value", "module"] as const;

/** How the names of Rust are read. */
export const REFERENCES: ReferenceRules = {
  names: "identifier type_identifier field_identifier shorthand_field_identifier",
  readName,
  readExpression: readRustExpression,
  typeNames: rustTypeNames,
  elementType: rustElementType,
  partType: rustPartType,
  resultType: rustResultType,
  foreignResult: rustForeignResult,
  basesOf: rustBasesOf,
  ownerAt: rustOwnerAt,
  ownerTypeAt: rustOwnerTypeAt,
  isTrait: (name) => name.parent?.type === "trait_item",
  readImports: readRustImports,
  isStrict: true,
  handsOnImports: true,
  modules: "crate",
  shares: "nothing",
  membersApart: "anywhere",
};

/** Names by what they stand in, before they are looked for in declarations and patterns. */
const OUTER = tableOf<NameReader>({
  "lifetime label token_tree_pattern type_binding fragment_specifier": () => undefined,
  "token_tree": readRustTokenName,
  "use_declaration use_list use_as_clause scoped_use_list use_wildcard extern_crate_declaration":
    () => IMPORTED,
});

/** Names that use something, by what they stand in. */
const USES_OF_NAMES = tableOf<NameReader>({
  "field_expression": (node, parent) =>
    useOf(node, isField(node, "field") ? field(parent, "value") : undefined),
  "scoped_identifier scoped_type_identifier": (node, parent) =>
    isField(node, "name") ? { ...useOf(node, field(parent, "path")), isStatic: true } : useOf(node),
  "field_initializer": (node, parent) =>
    isField(node, "field")
      ? used("use", { receiver: field(parent.parent!.parent, "name") })
      : useOf(node),
  "field_pattern": (_node, { parent }) => used("use", { receiver: field(parent, "type") }),
  "macro_invocation": () => used("call", { means: ["macro"], isOpen: true }),
  "attribute": () => used("decorator", { means: ["macro"], isOpen: true }),
});

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const readOuter = OUTER.get(parent.type);
  if (readOuter !== undefined) return readOuter(node, parent);
  if (isInUse(parent)) return IMPORTED;
  const known = isField(node, "name") ? readDeclared(parent) : undefined;
  const readUse = USES_OF_NAMES.get(parent.type);
  return known ?? readRustPattern(node) ??
    (readUse === undefined ? useOf(node) : readUse(node, parent));
}

/** Returns whether a path is that of a `use`. */
function isInUse(path: SyntaxNode): boolean {
  let outer: SyntaxNode | null = path;
  while (outer?.type === "scoped_identifier") outer = outer.parent;
  return outer !== null && outer !== path && USES.has(outer.type);
}

/** Names in the field `name` of an item, a field, a variant or a parameter of a type, given that. */
const DECLARATIONS = tableOf<(item: SyntaxNode) => NameUse>({
  "function_item function_signature_item": (item) => ({
    ...rustFunction(item),
    ...placeOf(item),
  }),
  "struct_item union_item enum_item trait_item": (item) => {
    const body = field(item, "body");
    const type = body?.type === "ordered_field_declaration_list" ? body : undefined;
    return declared("type", { ...placeOf(item), type });
  },
  "type_item": (item) => declared("type", { ...placeOf(item), type: field(item, "type") }),
  "associated_type": (item) =>
    declared("type", { ...placeOf(item), type: field(item, "bounds"), isParameter: true }),
  "const_item static_item": (item) =>
    declared("value", {
      ...placeOf(item),
      type: field(item, "type"),
      value: field(item, "value"),
    }),
  "mod_item": (item) =>
    field(item, "body") === undefined
      ? IMPORTED
      : declared("module", { scope: isInside(item) ? undefined : scopeOf(item) }),
  "macro_definition": (item) => declared("macro", { scope: rootOf(item) }),
  "field_declaration": (item) =>
    declared("value", {
      owner: field(item.parent?.parent, "name")?.text,
      type: field(item, "type"),
    }),
  "enum_variant": (item) => {
    const name = field(item.parent!.parent, "name");
    const isTuple = field(item, "body")?.type === "ordered_field_declaration_list";
    const arity = isTuple ? [0, Infinity] as const : undefined;
    return declared("value", { owner: name?.text, type: name, arity });
  },
  "type_parameter": ({ parent }) =>
    declared("type", { scope: parent?.parent ?? undefined, isParameter: true }),
  "const_parameter": (item) =>
    declared("value", { scope: item.parent?.parent ?? undefined, type: field(item, "type") }),
});

function readDeclared(item: SyntaxNode): NameUse | undefined {
  return DECLARATIONS.get(item.type)?.(item);
}

/** Returns whether an item is in an `impl` or a trait. */
function isInside({ parent: list }: SyntaxNode): boolean {
  const outer = list?.type === "declaration_list" ? list.parent?.type : "mod_item";
  return outer !== "mod_item" && outer !== "foreign_mod_item";
}

/** Returns where an item is known: in a block or a file, or as a member that may be one of a trait. */
function placeOf(item: SyntaxNode): Pick<DeclaredName, "scope" | "owner" | "overrides"> {
  if (!isInside(item)) return { scope: scopeOf(item) };
  return { owner: rustOwnerAt(item), overrides: field(item.parent?.parent, "trait") };
}

function scopeOf(item: SyntaxNode): SyntaxNode {
  const scope = findAround(item, SCOPES) ?? rootOf(item);
  // What `extern "C"` lists is known around that.
  return scope.parent?.type === "foreign_mod_item" ? scopeOf(scope.parent) : scope;
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  let whole = receiver === undefined ? node : node.parent!;
  let outer = whole.parent;
  // Type arguments stand between a generic name and what is done with it.
  while (
    outer?.type === "generic_function" && isField(whole, "function") ||
    outer?.type === "generic_type_with_turbofish" && isField(whole, "type")
  ) {
    whole = outer;
    outer = outer.parent;
  }
  const isPath = isField(node, "path");
  const isMember = node.type === "field_identifier";
  const known: Partial<UsedName> = {
    means: isPath ? PATH : node.type === "type_identifier" ? TYPE : NO_MACRO,
    receiver,
    module: receiver === undefined && isPath ? `::${node.text}` : undefined,
    isSelf: node.text === "Self",
  };
  if (outer?.type === "call_expression" && isField(whole, "function")) {
    const means = isMember || receiver !== undefined ? FUNCTION : CALLED;
    return used("call", { ...known, means });
  }
  if (isMember) return used("use", { ...known, means: VALUE });
  // A path leads to no field.
  const isEnd = receiver !== undefined && node.type === "identifier" && !isPath;
  if (isEnd) return used("use", { ...known, means: FUNCTION });
  const isLiteral = outer?.type === "struct_expression" && isField(whole, "name");
  return used(isLiteral ? "new" : "use", known);
}
