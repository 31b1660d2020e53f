import type {
  DeclaredName,
  ImportedBinding,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAncestor,
  hasToken,
  indexOfNode,
  isFirstChild,
  isInField,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import { GO_TYPES, TYPE_DECLARATIONS } from "./go_types.ts";
import { createNameReader, declared, toWordSet, used } from "./tables.ts";

const { ownerAt } = GO_TYPES;

const FUNCTIONS = toWordSet(
  "function_declaration method_declaration func_literal function_type method_elem",
);
const BLOCKS = toWordSet(
  "source_file block if_statement for_statement expression_switch_statement type_switch_statement " +
    "select_statement expression_case type_case default_case communication_case",
);

const VERSION_REGEXP = /^v\d+$/;
const PATH_END_REGEXP = /\.v\d+$|\.go$/;
const QUOTES_REGEXP = /^["`]|["`]$/g;

/** Types of lists and maps, whose literals have no field names as keys. */
const COLLECTIONS = toWordSet("map_type slice_type array_type implicit_length_array_type");

const readNameByParent = createNameReader({
  useOf,
  ownerAt,
  placeOf: scopeOf,
  rows: {
    "package_clause": "none",
    "import_spec": "imported",
    "type_spec.name type_alias.name": "type place type=type",
    "function_declaration.name": "function scope=root type=result",
    "method_declaration.name": "function owner type=result",
    "method_elem.name": "function owner type=result forward",
    "var_spec const_spec": (name, node) =>
      name.type === "identifier" ? declareValue(name, node) : undefined,
    "field_declaration": (name, node) =>
      name.type === "field_identifier"
        ? declared("value", { owner: ownerAt(name), type: field(node, "type") })
        : undefined,
    "parameter_declaration variadic_parameter_declaration type_parameter_declaration": (
      { type },
      node,
    ) => type === "identifier" ? declareParameter(node) : undefined,
    "expression_list": readListedName,
    "selector_expression.field": "use operand",
    "qualified_type.name": "use package",
    "literal_element": readKey,
    "type_elem": (_name, node) => readReceiverParameter(node),
  },
});

export default {
  ...GO_TYPES,
  names: "identifier type_identifier field_identifier package_identifier",
  readName: (node) => node.text === "_" ? undefined : readNameByParent(node),
  readImports(root) {
    return childrenOfType(root, "import_declaration")
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
  },
  packageOf: (root) => childOfType(root, "package_clause")?.firstNamedChild?.text,
  undeclaredIsForeign: true,
  modules: "go.mod",
  implicitVisibility: "folder",
  membersOutsideFile: "folder",
  basesAreMembers: true,
} satisfies ReferenceRules;

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  let whole = receiver === undefined ? node : node.parent!;
  let outer = whole.parent;
  // Type arguments may be between a generic name and its call.
  while (
    outer !== null &&
    (outer.type === "generic_type" && isInField(whole, "type") ||
      outer.type === "index_expression" && isInField(whole, "operand") ||
      outer.type === "parenthesized_expression")
  ) {
    whole = outer;
    outer = outer.parent;
  }
  const isCalled = outer?.type === "call_expression" && isInField(whole, "function") ||
    outer?.type === "type_conversion_expression" && isInField(whole, "type");
  if (isCalled) return used("call", { receiver });
  const isConstructed = outer?.type === "composite_literal" ||
    outer?.type === "argument_list" && isFirstChild(whole) &&
      field(outer.parent, "function")?.text === "new";
  return used(isConstructed ? "new" : "use", { receiver });
}

/**
 * Returns the scope of a declaration in a file or block; in a block it is visible only after the
 * declaration.
 */
function scopeOf(declaration: SyntaxNode): Pick<DeclaredName, "scope" | "visibleFrom"> {
  const scope = findAncestor(declaration, BLOCKS) ?? rootOf(declaration);
  if (scope.parent === null) return { scope };
  const isType = TYPE_DECLARATIONS.has(declaration.type);
  return { scope, visibleFrom: isType ? declaration.startIndex : declaration.endIndex };
}

function declareValue(node: SyntaxNode, spec: SyntaxNode): DeclaredName {
  const type = field(spec, "type");
  if (type !== undefined) return declared("value", { ...scopeOf(spec), type });
  const values = field(spec, "value");
  if (values === undefined) {
    // A constant without a value repeats the first one of its list.
    const first = spec.type === "const_spec" ? spec.parent?.firstNamedChild : undefined;
    return declared("value", { ...scopeOf(spec), type: field(first, "type") });
  }
  const names = spec.childrenForFieldName("name").filter(({ type }) => type === "identifier");
  return declareFromValues(node, { names, values, declaration: spec });
}

/** Declares one of several names by a list of values, or by the results of one call. */
function declareFromValues(
  node: SyntaxNode,
  { names, values, declaration }: {
    readonly names: readonly SyntaxNode[];
    readonly values: SyntaxNode;
    readonly declaration: SyntaxNode;
  },
): DeclaredName {
  const index = indexOfNode(names, node);
  const scope = scopeOf(declaration);
  const hasValuePerName = values.namedChildCount === names.length;
  const value = values.namedChild(hasValuePerName ? index : 0) ?? undefined;
  if (value?.type === "func_literal") {
    return declared("function", { ...scope, type: field(value, "result") });
  }
  if (hasValuePerName) return declared("value", { ...scope, value });
  if (value?.type === "call_expression") return declared("value", { ...scope, value, index });
  // `it, ok := …` for an element, an assertion or a channel.
  return declared("value", { ...scope, value: index === 0 ? value : undefined });
}

function declareParameter(parameter: SyntaxNode): DeclaredName {
  const type = field(parameter, "type");
  if (parameter.type === "type_parameter_declaration") {
    const scope = parameter.parent?.parent ?? undefined;
    return declared("type", { scope, type, isTypeParameter: true });
  }
  const isList = parameter.type === "variadic_parameter_declaration";
  const scope = findAncestor(parameter, FUNCTIONS);
  const visibleFrom = field(scope, "body")?.startIndex ?? scope?.endIndex ?? 0;
  return declared("value", { scope, visibleFrom, type: isList ? parameter : type });
}

/**
 * Reads a type parameter that the receiver of a method names again: `K` of `func (t *Table[K]) …`.
 */
function readReceiverParameter(element: SyntaxNode): DeclaredName | undefined {
  const generic = element.parent?.parent;
  if (generic?.type !== "generic_type") return undefined;
  const outer = generic.parent?.type === "pointer_type" ? generic.parent.parent : generic.parent;
  const list = outer?.type === "parameter_declaration" ? outer.parent : null;
  if (list?.parent?.type !== "method_declaration" || !isInField(list, "receiver")) return undefined;
  return declared("value", { scope: list.parent });
}

/**
 * Reads names on the left of `:=`, also of `range`, of the cases of `select`, and of a type switch.
 */
function readListedName(node: SyntaxNode, list: SyntaxNode): DeclaredName | undefined {
  const statement = list.parent;
  if (statement === null || node.type !== "identifier") return undefined;
  if (statement.type === "type_switch_statement") {
    return isInField(list, "alias")
      ? declared("value", { scope: statement, value: field(statement, "value") })
      : undefined;
  }
  if (!isInField(list, "left")) return undefined;
  const right = field(statement, "right");
  if (statement.type === "short_var_declaration" && right !== undefined) {
    const names = list.namedChildren;
    return declareFromValues(node, { names, values: right, declaration: statement });
  }
  const isRange = statement.type === "range_clause";
  if (!isRange && statement.type !== "receive_statement") return undefined;
  if (!hasToken(statement, ":=")) return undefined;
  const index = isFirstChild(node) ? 0 : 1;
  const place = scopeOf(statement);
  return isRange
    ? declared("value", { ...place, value: right, isElement: true, index })
    : declared("value", { ...place, value: index === 0 ? right : undefined });
}

/**
 * Reads a key in a composite literal: a field of a struct, unless it is a key of a map or an index
 * of a list.
 */
function readKey(node: SyntaxNode, element: SyntaxNode): UsedName | undefined {
  const pair = element.parent;
  if (node.type !== "identifier" || pair?.type !== "keyed_element") return undefined;
  if (!isInField(element, "key")) return undefined;
  const literal = pair.parent!;
  const type = literal.parent?.type === "composite_literal"
    ? field(literal.parent, "type")
    : undefined;
  return COLLECTIONS.has(type?.type ?? "") ? undefined : used("use", { receiver: literal });
}

/**
 * Returns the possible names of the package with a path: mostly its last part, without a version.
 */
function packageNames(path: string): readonly string[] {
  const parts = path.split("/");
  const last = parts.pop() ?? path;
  const part = VERSION_REGEXP.test(last) && parts.length > 0 ? parts.pop()! : last;
  const plain = part.replace(PATH_END_REGEXP, "");
  const words = plain.split(/[-.]/);
  const all = [plain, ...words, words.join(""), words.join("_")];
  return [...new Set(words.length === 1 ? [plain, last] : all)];
}
