import {
  type DeclaredName,
  type NameUse,
  type ReferenceRules,
  type UsedName,
} from "../reference_rules.ts";
import { field, findAround, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { readRustImports } from "./rust_imports.ts";
import { readRustExpression, rustForeignResult } from "./rust_expressions.ts";
import { readRustPattern, rustFunction } from "./rust_patterns.ts";
import { readRustTokenName } from "./rust_tokens.ts";
import {
  rustBasesOf,
  rustElementType,
  rustOwnerAt,
  rustOwnerTypeAt,
  rustPartType,
  rustResultType,
  rustTypeNames,
} from "./rust_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const ITEMS = setOf("struct_item union_item enum_item trait_item type_item associated_type");
const FUNCTIONS = setOf("function_item function_signature_item");
const VALUES = setOf("const_item static_item");
const SCOPES = setOf("source_file declaration_list block");
const USES = setOf(
  "use_declaration use_list use_as_clause scoped_use_list use_wildcard extern_crate_declaration",
);
const IGNORED = setOf("lifetime label token_tree_pattern type_binding fragment_specifier");

/** What a name may mean that is not followed by `!`. */
const FUNCTION = ["function"] as const;
const VALUE = ["value"] as const;
const CALLED = ["function", "type", "value"] as const;
const PATH = ["module", "type"] as const;
const TYPE = ["type", "value"] as const;
const NO_MACRO = ["type", "function", "value", "module"] as const;

/** How the names of Rust are read. */
export const RUST_REFERENCES: ReferenceRules = {
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

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || IGNORED.has(parent.type)) return undefined;
  const { type } = parent;
  if (type === "token_tree") return readRustTokenName(node);
  if (USES.has(type) || isInUse(parent)) return { is: "imported" };
  if (isField(node, "name")) {
    const declared = readItem(parent) ?? readMember(parent);
    if (declared !== undefined) return declared;
  }
  const pattern = readRustPattern(node);
  if (pattern !== undefined) return pattern;
  switch (type) {
    case "field_expression":
      return useOf(node, isField(node, "field") ? field(parent, "value") : undefined);
    case "scoped_identifier":
    case "scoped_type_identifier":
      return isField(node, "name")
        ? { ...useOf(node, field(parent, "path")), isStatic: true }
        : useOf(node);
    case "field_initializer":
      return isField(node, "field")
        ? { is: "used", how: "use", receiver: field(parent.parent!.parent!, "name") }
        : useOf(node);
    case "field_pattern":
      return { is: "used", how: "use", receiver: field(parent.parent!, "type") };
    case "macro_invocation":
      return { is: "used", how: "call", means: ["macro"], isOpen: true };
    case "attribute":
      return { is: "used", how: "decorator", means: ["macro"], isOpen: true };
  }
  return useOf(node);
}

/** Returns whether a path is that of a `use`. */
function isInUse(path: SyntaxNode): boolean {
  let outer: SyntaxNode | null = path;
  while (outer?.type === "scoped_identifier") outer = outer.parent;
  return outer !== null && outer !== path && USES.has(outer.type);
}

/** Reads the name of an item, given the item. */
function readItem(item: SyntaxNode): NameUse | undefined {
  const { type } = item;
  const isInside = item.parent?.type === "declaration_list" &&
    item.parent.parent?.type !== "mod_item" &&
    item.parent.parent?.type !== "foreign_mod_item";
  const owner = isInside ? rustOwnerAt(item) : undefined;
  const scope = isInside ? undefined : scopeOf(item);
  const place = isInside ? { owner, overrides: overriddenBy(item) } : { scope };
  if (FUNCTIONS.has(type)) return { ...rustFunction(item), ...place };
  if (ITEMS.has(type)) return { is: "declared", kind: "type", ...place, ...typeOf(item) };
  if (VALUES.has(type)) {
    return {
      is: "declared",
      kind: "value",
      ...place,
      type: field(item, "type"),
      value: field(item, "value"),
    };
  }
  if (type === "mod_item") {
    if (field(item, "body") === undefined) return { is: "imported" };
    return { is: "declared", kind: "module", scope };
  }
  return type === "macro_definition"
    ? { is: "declared", kind: "macro", scope: rootOf(item) }
    : undefined;
}

function scopeOf(item: SyntaxNode): SyntaxNode {
  const scope = findAround(item, SCOPES) ?? rootOf(item);
  // What `extern "C"` lists is known around that.
  return scope.parent?.type === "foreign_mod_item" ? scopeOf(scope.parent) : scope;
}

/** Returns the trait of the `impl` that an item is in. */
function overriddenBy(item: SyntaxNode): SyntaxNode | undefined {
  return field(item.parent?.parent ?? undefined, "trait");
}

function typeOf(item: SyntaxNode): Pick<DeclaredName, "type" | "isParameter"> {
  if (item.type === "type_item") return { type: field(item, "type") };
  if (item.type === "associated_type") return { type: field(item, "bounds"), isParameter: true };
  const body = field(item, "body");
  return body?.type === "ordered_field_declaration_list" ? { type: body } : {};
}

/** Reads the name of a field, a variant or a type parameter. */
function readMember(parent: SyntaxNode): DeclaredName | undefined {
  switch (parent.type) {
    case "field_declaration":
      return {
        is: "declared",
        kind: "value",
        owner: nameAround(parent),
        type: field(parent, "type"),
      };
    case "enum_variant": {
      const item = parent.parent!.parent!;
      const name = field(item, "name");
      const isTuple = field(parent, "body")?.type === "ordered_field_declaration_list";
      const arity = isTuple ? { arity: [0, Infinity] as const } : {};
      return { is: "declared", kind: "value", owner: name?.text, type: name, ...arity };
    }
    case "type_parameter":
      return {
        is: "declared",
        kind: "type",
        scope: parent.parent?.parent ?? undefined,
        isParameter: true,
      };
    case "const_parameter":
      return {
        is: "declared",
        kind: "value",
        scope: parent.parent?.parent ?? undefined,
        type: field(parent, "type"),
      };
  }
  return undefined;
}

function nameAround({ parent }: SyntaxNode): string | undefined {
  return parent?.parent ? field(parent.parent, "name")?.text : undefined;
}

function isType(node: SyntaxNode): boolean {
  return node.type === "type_identifier";
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
  const module = receiver === undefined && isPath ? { module: `::${node.text}` } : {};
  const used = {
    is: "used",
    means: isPath ? PATH : isType(node) ? TYPE : NO_MACRO,
    ...(receiver === undefined ? module : { receiver }),
    ...(node.text === "Self" ? { isSelf: true } : {}),
  } as const;
  if (outer?.type === "call_expression" && isField(whole, "function")) {
    const isMethod = node.type === "field_identifier";
    return { ...used, how: "call", means: isMethod || receiver !== undefined ? FUNCTION : CALLED };
  }
  if (node.type === "field_identifier") return { ...used, how: "use", means: VALUE };
  // A path leads to no field.
  const isMember = receiver !== undefined && node.type === "identifier" && !isPath;
  if (isMember) return { ...used, how: "use", means: FUNCTION };
  const isLiteral = outer?.type === "struct_expression" && isField(whole, "name");
  return { ...used, how: isLiteral ? "new" : "use" };
}
