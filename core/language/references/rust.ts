import type {
  DeclaredName,
  ImportedBinding,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import { field, findAncestor, isInField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { declareFunction, readPattern, readTokenName } from "./rust_patterns.ts";
import { modulePath, RUST_TYPES } from "./rust_types.ts";
import { createNameReader, declared, IMPORTED, toWordSet, used } from "./tables.ts";

const { ownerAt } = RUST_TYPES;

const SCOPES = toWordSet("source_file declaration_list block");
const USES = toWordSet(
  "use_declaration use_list use_as_clause scoped_use_list use_wildcard extern_crate_declaration",
);

/** Kinds that a name without `!` can refer to. */
const FUNCTION = ["function"] as const;
const VALUE = ["value"] as const;
const CALLABLE_KINDS = ["function", "type", "value"] as const;
const PATH = ["module", "type"] as const;
const TYPE = ["type", "value"] as const;
const NO_MACRO = ["type", "function", "value", "module"] as const;

/** Readers by the node around a name, which run before names are looked for in patterns. */
const readNameByParent = createNameReader({
  useOf,
  ownerAt,
  placeOf: scopeOfItem,
  rows: {
    "lifetime label token_tree_pattern type_binding fragment_specifier": "none",
    "token_tree": (name) => readTokenName(name) ?? null,
    "use_declaration use_list use_as_clause scoped_use_list use_wildcard": "imported",
    "extern_crate_declaration": "imported",
    "scoped_identifier scoped_type_identifier": (_name, path) =>
      isInUseDeclaration(path) ? IMPORTED : undefined,
    "function_item.name function_signature_item.name": (_name, item) => ({
      ...declareFunction(item),
      ...scopeOfItem(item),
    }),
    "struct_item.name union_item.name enum_item.name trait_item.name": (_name, item) => {
      const body = field(item, "body");
      const type = body?.type === "ordered_field_declaration_list" ? body : undefined;
      return declared("type", { ...scopeOfItem(item), type });
    },
    "type_item.name": "type place type=type",
    "associated_type.name": "type place type=bounds typeParameter",
    "const_item.name static_item.name": "value place type=type value=value",
    "mod_item.name": (_name, item) =>
      field(item, "body") === undefined
        ? IMPORTED
        : declared("module", { scope: isInImplOrTrait(item) ? undefined : scopeOf(item) }),
    "macro_definition.name": "macro scope=root",
    "field_declaration.name": "value owner=parent.parent.name type=type",
    "enum_variant.name": (_name, item) => {
      const name = field(item.parent!.parent, "name");
      const isTuple = field(item, "body")?.type === "ordered_field_declaration_list";
      const arity = isTuple ? [0, Infinity] as const : undefined;
      return declared("value", { owner: name?.text, type: name, arity });
    },
    "type_parameter.name": "type scope=parent.parent typeParameter",
    "const_parameter.name": "value scope=parent.parent type=type",
  },
  otherwise: (name) => readPattern(name) ?? readUse(name),
});

const readUse = createNameReader({
  useOf,
  ownerAt,
  rows: {
    "field_expression.field": "use value",
    "scoped_identifier.name scoped_type_identifier.name": (name, path) => ({
      ...useOf(name, field(path, "path")),
      isStatic: true,
    }),
    "field_initializer.field": (_name, node) =>
      used("use", { receiver: field(node.parent!.parent, "name") }),
    "field_pattern": (_name, { parent }) => used("use", { receiver: field(parent, "type") }),
    "macro_invocation": () => used("call", { possibleKinds: ["macro"], mayBeInMacro: true }),
    "attribute": () => used("decorator", { possibleKinds: ["macro"], mayBeInMacro: true }),
  },
});

export default {
  ...RUST_TYPES,
  names: "identifier type_identifier field_identifier shorthand_field_identifier",
  readName: readNameByParent,
  isTrait: (name) => name.parent?.type === "trait_item",
  /**
   * Returns the imports of a Rust file, also in functions and inner modules, with the modules that
   * have files of their own. Paths of modules begin with `::` and are relative to the file.
   */
  readImports(root) {
    const { text } = root;
    return [...text.matchAll(IMPORT_REGEXP)].flatMap(({ index }): readonly ImportedBinding[] => {
      const keyword = root.descendantForIndex(index, index + 3);
      const node = keyword?.parent;
      const scope = node ? findAncestor(node, INNER_SCOPES) : undefined;
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
          const path = PATH_REGEXP.exec(text.slice(Math.max(0, index - MAX_ATTRIBUTES), index))
            ?.[1];
          const module = path === undefined ? modulePath(node, `self::${name.text}`) : `./${path}`;
          return [{ module, name: "*", local: name.text, start: name.startIndex, ...known }];
        }
      }
      return [];
    });
  },
  undeclaredIsForeign: true,
  reexportsImports: true,
  modules: "crate",
  implicitVisibility: "nothing",
  membersOutsideFile: "anywhere",
} satisfies ReferenceRules;

/** Returns true for the path of a `use`. */
function isInUseDeclaration(path: SyntaxNode): boolean {
  let outer: SyntaxNode | null = path;
  while (outer?.type === "scoped_identifier") outer = outer.parent;
  return outer !== null && outer !== path && USES.has(outer.type);
}

/** Returns true when an item is in an `impl` or a trait. */
function isInImplOrTrait({ parent: list }: SyntaxNode): boolean {
  const outer = list?.type === "declaration_list" ? list.parent?.type : "mod_item";
  return outer !== "mod_item" && outer !== "foreign_mod_item";
}

/**
 * Returns the scope of an item: a block or a file, or its owner when it is a member, which may be
 * one of a trait.
 */
function scopeOfItem(item: SyntaxNode): Pick<DeclaredName, "scope" | "owner" | "overrides"> {
  if (!isInImplOrTrait(item)) return { scope: scopeOf(item) };
  return { owner: ownerAt(item), overrides: field(item.parent?.parent, "trait") };
}

function scopeOf(item: SyntaxNode): SyntaxNode {
  const scope = findAncestor(item, SCOPES) ?? rootOf(item);
  // Items of `extern "C"` are visible around it.
  return scope.parent?.type === "foreign_mod_item" ? scopeOf(scope.parent) : scope;
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  let whole = receiver === undefined ? node : node.parent!;
  let outer = whole.parent;
  // Type arguments may be between a generic name and its call.
  while (
    outer?.type === "generic_function" && isInField(whole, "function") ||
    outer?.type === "generic_type_with_turbofish" && isInField(whole, "type")
  ) {
    whole = outer;
    outer = outer.parent;
  }
  const isPath = isInField(node, "path");
  const isMember = node.type === "field_identifier";
  const known: Partial<UsedName> = {
    possibleKinds: isPath ? PATH : node.type === "type_identifier" ? TYPE : NO_MACRO,
    receiver,
    module: receiver === undefined && isPath ? `::${node.text}` : undefined,
    isSelf: node.text === "Self",
  };
  if (outer?.type === "call_expression" && isInField(whole, "function")) {
    const possibleKinds = isMember || receiver !== undefined ? FUNCTION : CALLABLE_KINDS;
    return used("call", { ...known, possibleKinds });
  }
  if (isMember) return used("use", { ...known, possibleKinds: VALUE });
  // A path never refers to a field.
  const isEnd = receiver !== undefined && node.type === "identifier" && !isPath;
  if (isEnd) return used("use", { ...known, possibleKinds: FUNCTION });
  const isLiteral = outer?.type === "struct_expression" && isInField(whole, "name");
  return used(isLiteral ? "new" : "use", known);
}

const IMPORT_REGEXP = /\b(?:use|mod|extern)\s/g;
const PATH_REGEXP = /#\[path\s*=\s*"([^"\n]+)"\]\s*(?:pub(?:\([^)\n]*\))?\s+)?$/;
/** Number of UTF-16 units before `mod` that may contain its attributes. */
const MAX_ATTRIBUTES = 300;

const INNER_SCOPES = toWordSet("block declaration_list");

/** Reads a part of a `use` after a path: `a::{b as c, d::*}`. */
function readTree(node: SyntaxNode, path: string): readonly ImportedBinding[] {
  const start = node.startIndex;
  switch (node.type) {
    case "scoped_use_list": {
      const inner = joinPaths(path, field(node, "path")?.text ?? "");
      return field(node, "list")?.namedChildren.flatMap((one) => readTree(one, inner)) ?? [];
    }
    case "use_list":
      return node.namedChildren.flatMap((one) => readTree(one, path));
    case "use_wildcard": {
      const inner = joinPaths(path, node.firstNamedChild?.text ?? "");
      return [{ module: modulePath(node, inner), start }];
    }
    case "use_as_clause": {
      const named = field(node, "path");
      const local = field(node, "alias")?.text ?? "_";
      return named === undefined
        ? []
        : bind(node, { path: joinPaths(path, named.text), local, start });
    }
    case "self":
    case "identifier":
    case "crate":
    case "scoped_identifier":
      return bind(node, { path: joinPaths(path, node.text), start });
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

function joinPaths(path: string, inner: string): string {
  const plain = inner.replaceAll(/\s+/g, "");
  return path === "" ? plain : `${path}::${plain}`;
}
