import type { ImportedBinding, NameUse, ReferenceRules, UsedName } from "../reference_rules.ts";
import {
  childrenOfType,
  field,
  findAncestor,
  indexOfNode,
  isFirstChild,
  isInField,
  isSameNode,
  type SyntaxNode,
} from "../syntax_node.ts";
import { CSHARP_TYPES, DECLARATIONS, declareLambdaParameter } from "./csharp_types.ts";
import { createNameReader, IMPORTED, toTable, toWordSet, used } from "./tables.ts";

const { ownerAt } = CSHARP_TYPES;

/** Nodes that contain only types. */
const TYPE_PARENTS = toWordSet(
  "type_argument_list base_list type_parameter_constraints_clause explicit_interface_specifier nullable_type " +
    "array_type primary_constructor_base_type",
);
const CREATIONS = toWordSet(
  "object_creation_expression implicit_object_creation_expression with_expression",
);
const NAMESPACES = toWordSet("file_scoped_namespace_declaration namespace_declaration");
const TYPE_ARGUMENTS_REGEXP = /<[^]*$/;

const CALLABLE_KINDS = ["function", "value"] as const;
const TYPE = ["type"] as const;
const ANY = ["value", "function", "type", "module"] as const;

export default {
  ...CSHARP_TYPES,
  names: "identifier implicit_parameter",
  readName: (node) =>
    node.type === "implicit_parameter"
      ? declareLambdaParameter(node, node.parent!)
      : readNameByParent(node),
  /**
   * Reads the using directives of a C# file and of its namespaces: those of all names, static ones,
   * and aliases.
   */
  readImports(root) {
    const namespaces = childrenOfType(root, "namespace_declaration")
      .flatMap((node) => field(node, "body") ?? []);
    return [root, ...namespaces].flatMap((node) => childrenOfType(node, "using_directive"))
      .flatMap(readDirective);
  },
  packageOf: ({ namedChildren }) =>
    field(namedChildren.find(({ type }) => NAMESPACES.has(type)), "name")?.text
      .replaceAll(/\s/g, ""),
  hasImplicitMembers: true,
  hasExtensions: true,
  modules: "using",
  implicitVisibility: "namespace",
  membersOutsideFile: "package",
} satisfies ReferenceRules;

const readNameByParent = createNameReader({
  useOf,
  ownerAt,
  otherwise: readUse,
  rows: {
    ...DECLARATIONS,
    "namespace_declaration file_scoped_namespace_declaration destructor_declaration": "none",
    "labeled_statement goto_statement": "none",
    "using_directive": "imported",
    "argument.name attribute_argument.name": "none",
    "foreach_statement argument attribute_argument": "use",
    "anonymous_object_creation_expression": (node, parent) =>
      isAnonymousMemberName(node, parent) ? null : useOf(node),
    "subpattern": (node, parent) => {
      const pattern = findAncestor(parent, "recursive_pattern");
      const isKey = parent.namedChildCount > 1 && isFirstChild(node);
      return useOf(node, isKey ? field(pattern, "type") ?? pattern : undefined);
    },
  },
});

/** Readers of uses, by the type of the node around the name and its type arguments. */
const USES = toTable<
  (node: SyntaxNode, outer: SyntaxNode, whole: SyntaxNode) => NameUse | undefined
>({
  "member_access_expression": (node, outer, whole) =>
    isInField(whole, "name")
      ? readCallOrReference(node, outer, field(outer, "expression"))
      : useOf(node),
  "member_binding_expression": (node, outer) =>
    readCallOrReference(
      node,
      outer,
      field(findAncestor(outer, "conditional_access_expression"), "condition"),
    ),
  "alias_qualified_name": (node, outer, whole) =>
    isInField(whole, "name") ? readCallOrReference(node, outer) : undefined,
  "qualified_name": readQualified,
  "attribute": (node) => useOf(node, undefined, "decorator", TYPE),
  "assignment_expression": (node, { parent: list }, whole) =>
    list?.type === "initializer_expression" && isInField(whole, "left")
      ? useOf(node, findInitializedObject(list), "use", CALLABLE_KINDS)
      : useOf(node),
  "with_initializer": (node, outer) =>
    useOf(node, findAncestor(outer, CREATIONS), "use", CALLABLE_KINDS),
});

function readUse(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  const whole = parent.type === "generic_name" ? parent : node;
  const outer = whole.parent!;
  const read = USES.get(outer.type);
  return read === undefined ? readCallOrReference(node, whole) : read(node, outer, whole);
}

/** Reads a name in a dotted path. */
function readQualified(
  node: SyntaxNode,
  path: SyntaxNode,
  whole: SyntaxNode,
): NameUse | undefined {
  let outer = path;
  while (outer.parent?.type === "qualified_name") outer = outer.parent;
  const place = outer.parent?.type ?? "";
  if (place === "using_directive") return isInField(whole, "name") ? IMPORTED : undefined;
  if (place.endsWith("namespace_declaration")) return undefined;
  if (!isInField(whole, "name")) return useOf(node);
  const receiver = field(path, "qualifier");
  if (!isSameNode(outer, path)) return useOf(node, receiver);
  return readTypeReference(node, path, receiver) ?? useOf(node, receiver, "use", TYPE);
}

/** Reads a name that may be called, or may refer to a type. */
function readCallOrReference(node: SyntaxNode, whole: SyntaxNode, receiver?: SyntaxNode): NameUse {
  let callee = whole;
  while (
    callee.parent?.type === "conditional_access_expression" && !isInField(callee, "condition")
  ) {
    callee = callee.parent;
  }
  const call = callee.parent;
  if (call?.type === "invocation_expression" && isInField(callee, "function")) {
    return { ...useOf(node, receiver, "call", CALLABLE_KINDS), arguments: countArguments(call) };
  }
  return readTypeReference(node, whole, receiver) ?? useOf(node, receiver);
}

function readTypeReference(
  node: SyntaxNode,
  whole: SyntaxNode,
  receiver: SyntaxNode | undefined,
): UsedName | undefined {
  const outer = whole.parent!;
  if (outer.type === "object_creation_expression" && isInField(whole, "type")) {
    return { ...useOf(node, receiver, "new", TYPE), arguments: countArguments(outer) };
  }
  const isType = TYPE_PARENTS.has(outer.type) || isInField(whole, "type") ||
    isInField(whole, "returns") ||
    outer.type === "as_expression" && isInField(whole, "right");
  return isType ? useOf(node, receiver, "use", TYPE) : undefined;
}

function useOf(
  node: SyntaxNode,
  receiver?: SyntaxNode,
  useKind: UsedName["useKind"] = "use",
  possibleKinds: UsedName["possibleKinds"] = ANY,
): UsedName {
  const isOperator = node.text === "nameof" && useKind === "call";
  return used(isOperator ? "use" : useKind, { possibleKinds, receiver });
}

/**
 * Returns the object whose members an initializer list sets: `T` of `new T { … }`, or the member on
 * the left of `Member = { … }`.
 */
function findInitializedObject(list: SyntaxNode): SyntaxNode | undefined {
  const outer = list.parent;
  if (outer?.type === "assignment_expression") return field(outer, "left");
  return outer ?? undefined;
}

/** Returns true for the name of a member of an anonymous object. */
function isAnonymousMemberName(node: SyntaxNode, { children }: SyntaxNode): boolean {
  return children[indexOfNode(children, node) + 1]?.type === "=";
}

function countArguments(call: SyntaxNode): number {
  return childrenOfType(field(call, "arguments"), "argument").length;
}

function readDirective(node: SyntaxNode): readonly ImportedBinding[] {
  const alias = field(node, "name");
  const path = (node.lastNamedChild?.text ?? "").replaceAll(/\s/g, "")
    .replace(TYPE_ARGUMENTS_REGEXP, "").replace(/^global::/, "");
  const start = node.startIndex;
  if (path === "") return [];
  if (alias === undefined) return [{ module: path, start }];
  const dot = path.lastIndexOf(".");
  if (dot < 0) return [];
  return [{ module: path.slice(0, dot), name: path.slice(dot + 1), local: alias.text, start }];
}
