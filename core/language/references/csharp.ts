import {
  type DeclaredName,
  findAround,
  isField,
  isSameNode,
  type NameUse,
  type ReferenceRules,
  type UsedName,
  type UseKind,
} from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_node.ts";
import {
  csharpBlockAround,
  csharpPatternScope,
  declareCsharpLambdaParameter,
  declareCsharpMember,
  declareCsharpMethod,
  declareCsharpParameter,
  declareCsharpType,
  declareCsharpTyped,
  declareCsharpTypeParameter,
  declareCsharpVariable,
} from "./csharp_declarations.ts";
import { csharpPackageOf, readCsharpImports } from "./csharp_imports.ts";
import {
  CSHARP_TYPES,
  csharpBasesOf,
  csharpElementType,
  csharpForeignResult,
  csharpOwnerAt,
  csharpTypeAround,
  csharpTypeNames,
  readCsharpExpression,
} from "./csharp_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const LABELLED = setOf("labeled_statement goto_statement");
/** Nodes that hold types only. */
const TYPE_PLACES = setOf(
  "type_argument_list base_list type_parameter_constraints_clause explicit_interface_specifier nullable_type " +
    "array_type primary_constructor_base_type",
);
const QUERIES = setOf("query_expression");
const ACCESSES = setOf("conditional_access_expression");
const CREATIONS = setOf(
  "object_creation_expression implicit_object_creation_expression with_expression",
);
const PATTERNS = setOf("recursive_pattern");

const CALLED = ["function", "value"] as const;
const TYPE = ["type"] as const;
const ANY = ["value", "function", "type", "module"] as const;

/** How the names of C# are read. */
export const CSHARP_REFERENCES: ReferenceRules = {
  names: "identifier implicit_parameter",
  readName,
  readExpression: readCsharpExpression,
  typeNames: csharpTypeNames,
  elementType: csharpElementType,
  foreignResult: csharpForeignResult,
  basesOf: csharpBasesOf,
  ownerAt: csharpOwnerAt,
  readImports: readCsharpImports,
  packageOf: csharpPackageOf,
  hasImplicitMembers: true,
  hasExtensions: true,
  modules: "using",
  shares: "namespace",
  membersApart: "package",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || LABELLED.has(parent.type)) return undefined;
  if (node.type === "implicit_parameter") return declareCsharpLambdaParameter(node, parent);
  const declared = isField(node, "name") ? readDeclared(node, parent) : undefined;
  if (declared !== undefined) return declared;
  switch (parent.type) {
    case "using_directive":
      return { is: "imported" };
    case "namespace_declaration":
    case "file_scoped_namespace_declaration":
    case "destructor_declaration":
      return undefined;
    case "tuple_pattern":
    case "parenthesized_variable_designation":
      return declareCsharpTyped(undefined, csharpBlockAround(node));
    case "foreach_statement":
      return isField(node, "left") ? declareElement(parent) : useOf(node, "use", ANY);
    case "argument":
    case "attribute_argument":
      return isField(node, "name") ? undefined : useOf(node, "use", ANY);
    case "anonymous_object_creation_expression":
      return isNamed(node, parent) ? undefined : useOf(node, "use", ANY);
    case "subpattern": {
      const pattern = findAround(parent, PATTERNS);
      const isKey = parent.namedChildCount > 1 && isSameNode(parent.firstNamedChild, node);
      return useOf(node, "use", ANY, isKey ? field(pattern, "type") ?? pattern : undefined);
    }
  }
  return readUsed(node, parent);
}

/** Reads a name in the field `name` of what may declare it. */
function readDeclared(node: SyntaxNode, parent: SyntaxNode): DeclaredName | undefined {
  const { type } = parent;
  if (CSHARP_TYPES.has(type) || type === "delegate_declaration") return declareCsharpType(parent);
  switch (type) {
    case "type_parameter":
      return declareCsharpTypeParameter(parent, node.text);
    case "method_declaration":
    case "constructor_declaration":
    case "local_function_statement":
      return declareCsharpMethod(parent);
    case "property_declaration":
    case "event_declaration":
      return { ...declareCsharpMember(parent, "value"), type: field(parent, "type") };
    case "enum_member_declaration": {
      const owner = csharpTypeAround(parent);
      return { ...declareCsharpMember(parent, "value"), type: owner && field(owner, "name") };
    }
    case "variable_declarator":
      return declareCsharpVariable(parent);
    case "parameter":
    case "parameter_list":
      return declareCsharpParameter(parent);
    case "catch_declaration":
      return declareCsharpTyped(field(parent, "type"), parent.parent ?? undefined);
    case "declaration_pattern":
    case "recursive_pattern":
    case "var_pattern":
      return declareCsharpTyped(field(parent, "type"), csharpPatternScope(node));
    case "declaration_expression":
      return declareCsharpTyped(field(parent, "type"), csharpBlockAround(node));
    case "tuple_element":
      return { is: "declared", kind: "value" };
    case "from_clause":
    case "join_clause": {
      const value = parent.namedChildren.at(parent.type === "from_clause" ? -1 : 1);
      const declared = declareCsharpTyped(
        field(parent, "type"),
        findAround(parent, QUERIES),
        value,
      );
      return declared.type === undefined ? { ...declared, isElement: true } : declared;
    }
    case "let_clause": {
      const scope = findAround(parent, QUERIES);
      return declareCsharpTyped(undefined, scope, parent.lastNamedChild ?? undefined);
    }
  }
  return undefined;
}

function readUsed(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  const isGeneric = parent.type === "generic_name";
  const whole = isGeneric ? parent : node;
  const outer = whole.parent!;
  switch (outer.type) {
    case "member_access_expression":
      if (!isField(whole, "name")) return useOf(node, "use", ANY);
      return readCalled(node, outer, field(outer, "expression"));
    case "member_binding_expression": {
      const access = findAround(outer, ACCESSES);
      return readCalled(node, outer, access && field(access, "condition"));
    }
    case "alias_qualified_name":
      return isField(whole, "name") ? readCalled(node, outer) : undefined;
    case "qualified_name":
      return readQualified(node, outer, whole);
    case "attribute":
      return useOf(node, "decorator", TYPE);
    case "assignment_expression":
      if (outer.parent?.type === "initializer_expression" && isField(whole, "left")) {
        return useOf(node, "use", CALLED, initialized(outer.parent));
      }
      return useOf(node, "use", ANY);
    case "with_initializer":
      return useOf(node, "use", CALLED, findAround(outer, CREATIONS));
  }
  return readCalled(node, whole);
}

/** Reads a name in a path with dots. */
function readQualified(
  node: SyntaxNode,
  path: SyntaxNode,
  whole: SyntaxNode,
): NameUse | undefined {
  let outer = path;
  while (outer.parent?.type === "qualified_name") outer = outer.parent;
  const place = outer.parent?.type ?? "";
  if (place === "using_directive") return isField(whole, "name") ? { is: "imported" } : undefined;
  if (place.endsWith("namespace_declaration")) return undefined;
  if (!isField(whole, "name")) return useOf(node, "use", ANY);
  const receiver = field(path, "qualifier");
  if (!isSameNode(outer, path)) return useOf(node, "use", ANY, receiver);
  return readTyped(node, path, receiver) ?? useOf(node, "use", TYPE, receiver);
}

/** Reads a name that may be called, or stands for a type. */
function readCalled(node: SyntaxNode, whole: SyntaxNode, receiver?: SyntaxNode): NameUse {
  let callee = whole;
  while (callee.parent?.type === "conditional_access_expression" && !isField(callee, "condition")) {
    callee = callee.parent;
  }
  const call = callee.parent;
  if (call?.type === "invocation_expression" && isField(callee, "function")) {
    const count = field(call, "arguments")?.namedChildren.filter(({ type }) => type === "argument");
    return { ...useOf(node, "call", CALLED, receiver), arguments: count?.length ?? 0 };
  }
  return readTyped(node, whole, receiver) ?? useOf(node, "use", ANY, receiver);
}

/** Reads a name where only types stand. */
function readTyped(
  node: SyntaxNode,
  whole: SyntaxNode,
  receiver: SyntaxNode | undefined,
): UsedName | undefined {
  const outer = whole.parent!;
  if (outer.type === "object_creation_expression" && isField(whole, "type")) {
    const list = field(outer, "arguments")?.namedChildren ?? [];
    const count = list.filter(({ type }) => type === "argument").length;
    return { ...useOf(node, "new", TYPE, receiver), arguments: count };
  }
  const isType = TYPE_PLACES.has(outer.type) || isField(whole, "type") ||
    isField(whole, "returns") ||
    outer.type === "as_expression" && isField(whole, "right");
  return isType ? useOf(node, "use", TYPE, receiver) : undefined;
}

function useOf(
  node: SyntaxNode,
  how: UseKind,
  means: readonly DeclaredName["kind"][],
  receiver?: SyntaxNode,
): UsedName {
  const isOperator = node.text === "nameof" && how === "call";
  return {
    is: "used",
    how: isOperator ? "use" : how,
    means,
    ...(receiver === undefined ? {} : { receiver }),
  };
}

function declareElement(loop: SyntaxNode): DeclaredName {
  const declared = declareCsharpTyped(field(loop, "type"), loop, field(loop, "right"));
  return declared.type === undefined ? { ...declared, isElement: true } : declared;
}

/** Returns what a list of assignments sets the members of: `T` of `new T { … }`, or the member it is the value of. */
function initialized(list: SyntaxNode): SyntaxNode | undefined {
  const outer = list.parent;
  if (outer?.type === "assignment_expression") return field(outer, "left");
  return outer ?? undefined;
}

/** Returns whether a name in an anonymous object is that of a member. */
function isNamed(node: SyntaxNode, parent: SyntaxNode): boolean {
  const { children } = parent;
  const at = children.findIndex(({ id }) => id === node.id);
  return children[at + 1]?.type === "=";
}
