import {
  type DeclaredName,
  type ImportedBinding,
  type NameUse,
  type ReferenceRules,
  type UsedName,
} from "../reference_rules.ts";
import { field, findAround, isField, isSameNode, rootOf, type SyntaxNode } from "../syntax_node.ts";
import {
  GO_LISTS,
  GO_TYPE_DECLARATIONS,
  goBasesOf,
  goElementType,
  goOwnerAt,
  goPartType,
  goRequiredMembers,
  goResultType,
  goTypeNames,
  readGoExpression,
} from "./go_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const FUNCTIONS = setOf(
  "function_declaration method_declaration func_literal function_type method_elem",
);
const BLOCKS = setOf(
  "source_file block if_statement for_statement expression_switch_statement type_switch_statement " +
    "select_statement expression_case type_case default_case communication_case",
);

const VERSION_REGEXP = /^v\d+$/;
const PATH_END_REGEXP = /\.v\d+$|\.go$/;
const QUOTES_REGEXP = /^["`]|["`]$/g;

/** How the names of Go are read. */
export const GO_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier field_identifier package_identifier",
  readName,
  readExpression: readGoExpression,
  typeNames: goTypeNames,
  elementType: goElementType,
  resultType: goResultType,
  partType: goPartType,
  basesOf: goBasesOf,
  requiredMembers: goRequiredMembers,
  ownerAt: goOwnerAt,
  readImports,
  packageOf: (root) =>
    root.namedChildren.find(({ type }) => type === "package_clause")?.firstNamedChild?.text,
  isStrict: true,
  modules: "go.mod",
  shares: "folder",
  membersApart: "folder",
  basesAreMembers: true,
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || node.text === "_") return undefined;
  switch (parent.type) {
    case "package_clause":
      return undefined;
    case "import_spec":
      return { is: "imported" };
    case "type_spec":
    case "type_alias":
      return isField(node, "name")
        ? { is: "declared", kind: "type", ...scopeOf(parent), type: field(parent, "type") }
        : useOf(node);
    case "function_declaration":
      return isField(node, "name") ? declareFunction(parent, rootOf(parent)) : useOf(node);
    case "method_declaration":
    case "method_elem":
      if (!isField(node, "name")) return useOf(node);
      return {
        ...declareFunction(parent),
        owner: goOwnerAt(node),
        isForward: parent.type === "method_elem",
      };
    case "var_spec":
    case "const_spec":
      return node.type === "identifier" ? declareValue(node, parent) : useOf(node);
    case "field_declaration":
      return node.type === "field_identifier"
        ? { is: "declared", kind: "value", owner: goOwnerAt(node), type: field(parent, "type") }
        : useOf(node);
    case "parameter_declaration":
    case "variadic_parameter_declaration":
    case "type_parameter_declaration":
      return node.type === "identifier" ? declareParameter(parent) : useOf(node);
    case "expression_list":
      return readListed(node, parent) ?? useOf(node);
    case "selector_expression":
      return useOf(node, isField(node, "field") ? field(parent, "operand") : undefined);
    case "qualified_type":
      return useOf(node, isField(node, "name") ? field(parent, "package") : undefined);
    case "literal_element":
      return readKey(node, parent) ?? useOf(node);
    case "type_elem":
      return readReceiverParameter(parent) ?? useOf(node);
  }
  return useOf(node);
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const used = { is: "used", ...(receiver === undefined ? {} : { receiver }) } as const;
  let whole = receiver === undefined ? node : node.parent!;
  let outer = whole.parent;
  // Type arguments stand between a generic name and what is done with it.
  while (
    outer !== null &&
    (outer.type === "generic_type" && isField(whole, "type") ||
      outer.type === "index_expression" && isField(whole, "operand") ||
      outer.type === "parenthesized_expression")
  ) {
    whole = outer;
    outer = outer.parent;
  }
  if (outer?.type === "call_expression" && isField(whole, "function")) {
    return { ...used, how: "call" };
  }
  if (outer?.type === "type_conversion_expression" && isField(whole, "type")) {
    return { ...used, how: "call" };
  }
  if (outer?.type === "composite_literal") return { ...used, how: "new" };
  const isMade = outer?.type === "argument_list" && isSameNode(outer.firstNamedChild, whole) &&
    outer.parent !== null && field(outer.parent, "function")?.text === "new";
  return { ...used, how: isMade ? "new" : "use" };
}

function declareFunction(node: SyntaxNode, scope?: SyntaxNode): DeclaredName {
  return { is: "declared", kind: "function", scope, type: field(node, "result") };
}

/** Returns where a declaration in a file or block is known: in a block only behind it. */
function scopeOf(declaration: SyntaxNode): Pick<DeclaredName, "scope" | "knownFrom"> {
  const scope = findAround(declaration, BLOCKS) ?? rootOf(declaration);
  if (scope.parent === null) return { scope };
  const isType = GO_TYPE_DECLARATIONS.has(declaration.type);
  return { scope, knownFrom: isType ? declaration.startIndex : declaration.endIndex };
}

function declareValue(node: SyntaxNode, spec: SyntaxNode): DeclaredName {
  const type = field(spec, "type");
  if (type !== undefined) return { is: "declared", kind: "value", ...scopeOf(spec), type };
  const values = field(spec, "value");
  if (values === undefined) {
    const first = spec.type === "const_spec" ? spec.parent?.firstNamedChild : undefined;
    const repeated = first === null || first === undefined ? undefined : field(first, "type");
    return { is: "declared", kind: "value", ...scopeOf(spec), type: repeated };
  }
  const names = spec.childrenForFieldName("name").filter(({ type }) => type === "identifier");
  return declareOf(node, { names, values, declaration: spec });
}

/** Returns what declares one of several names by a list of values, or by the results of one call. */
function declareOf(
  node: SyntaxNode,
  { names, values, declaration }: {
    readonly names: readonly SyntaxNode[];
    readonly values: SyntaxNode;
    readonly declaration: SyntaxNode;
  },
): DeclaredName {
  const index = names.findIndex((one) => isSameNode(one, node));
  const scope = scopeOf(declaration);
  const isEach = values.namedChildCount === names.length;
  const value = values.namedChild(isEach ? index : 0) ?? undefined;
  if (value?.type === "func_literal") return { ...declareFunction(value), ...scope };
  const named = { is: "declared", kind: "value", ...scope } as const;
  if (isEach) return { ...named, value };
  if (value?.type === "call_expression") return { ...named, value, index };
  // `it, ok := …` of an element, an assertion or a channel.
  return index === 0 ? { ...named, value } : named;
}

function declareParameter(parameter: SyntaxNode): DeclaredName {
  const type = field(parameter, "type");
  if (parameter.type === "type_parameter_declaration") {
    const scope = parameter.parent?.parent ?? undefined;
    return { is: "declared", kind: "type", scope, type, isParameter: true };
  }
  const isList = parameter.type === "variadic_parameter_declaration";
  const scope = findAround(parameter, FUNCTIONS);
  const knownFrom = field(scope, "body")?.startIndex ?? scope?.endIndex ?? 0;
  return { is: "declared", kind: "value", scope, knownFrom, type: isList ? parameter : type };
}

/** Reads a type parameter where the receiver of a method names it anew: `K` of `func (t *Table[K]) …`. */
function readReceiverParameter(element: SyntaxNode): DeclaredName | undefined {
  const generic = element.parent?.parent;
  if (generic?.type !== "generic_type") return undefined;
  const outer = generic.parent?.type === "pointer_type" ? generic.parent.parent : generic.parent;
  const list = outer?.type === "parameter_declaration" ? outer.parent : null;
  if (list?.parent?.type !== "method_declaration" || !isField(list, "receiver")) return undefined;
  return { is: "declared", kind: "value", scope: list.parent };
}

/** Reads names on the left of `:=`, those of `range` and of the cases of `select` too, and of a type switch. */
function readListed(node: SyntaxNode, list: SyntaxNode): DeclaredName | undefined {
  const statement = list.parent;
  if (statement === null || node.type !== "identifier") return undefined;
  if (statement.type === "type_switch_statement") {
    if (!isField(list, "alias")) return undefined;
    return { is: "declared", kind: "value", scope: statement, value: field(statement, "value") };
  }
  if (!isField(list, "left")) return undefined;
  const right = field(statement, "right");
  if (statement.type === "short_var_declaration" && right !== undefined) {
    const names = list.namedChildren;
    return declareOf(node, { names, values: right, declaration: statement });
  }
  if (statement.type !== "range_clause" && statement.type !== "receive_statement") return undefined;
  if (!statement.children.some(({ type }) => type === ":=")) return undefined;
  const index = isSameNode(list.firstNamedChild, node) ? 0 : 1;
  const named = { is: "declared", kind: "value", ...scopeOf(statement) } as const;
  if (statement.type === "range_clause") return { ...named, value: right, isElement: true, index };
  return index === 0 ? { ...named, value: right } : named;
}

/** Reads a key in a composite literal: a field of a struct, unless it is one of a map or an index of a list. */
function readKey(node: SyntaxNode, element: SyntaxNode): UsedName | undefined {
  const pair = element.parent;
  if (node.type !== "identifier" || pair?.type !== "keyed_element") return undefined;
  if (!isField(element, "key")) return undefined;
  const literal = pair.parent!;
  const type = literal.parent?.type === "composite_literal"
    ? field(literal.parent, "type")
    : undefined;
  if (type !== undefined && (type.type === "map_type" || GO_LISTS.has(type.type))) return undefined;
  return { is: "used", how: "use", receiver: literal };
}

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.filter(({ type }) => type === "import_declaration")
    .flatMap(({ namedChildren }) => namedChildren)
    .flatMap((child) => child.type === "import_spec_list" ? child.namedChildren : [child])
    .flatMap((spec): readonly ImportedBinding[] => {
      const path = field(spec, "path");
      if (spec.type !== "import_spec" || path === undefined) return [];
      const module = path.text.replaceAll(QUOTES_REGEXP, "");
      const alias = field(spec, "name");
      const start = spec.startIndex;
      if (alias?.type === "dot") return [{ module, start }];
      const locals = alias === undefined ? packageNames(module) : [alias.text];
      return locals.map((local) => ({ module, name: "*", local, start }));
    });
}

/** Returns the names that the package of a path may have: mostly its last part, without a version. */
function packageNames(path: string): readonly string[] {
  const parts = path.split("/");
  const last = parts.pop() ?? path;
  const part = VERSION_REGEXP.test(last) && parts.length > 0 ? parts.pop()! : last;
  const plain = part.replace(PATH_END_REGEXP, "");
  const words = plain.split(/[-.]/);
  const all = [plain, ...words, words.join(""), words.join("_")];
  return [...new Set(words.length === 1 ? [plain, last] : all)];
}
