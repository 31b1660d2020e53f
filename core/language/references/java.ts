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
  countJavaArguments,
  declareJavaLambdaParameter,
  declareJavaMember,
  declareJavaMethod,
  declareJavaParameter,
  declareJavaType,
  declareJavaTyped,
  declareJavaVariable,
  JAVA_CALLABLES,
  JAVA_TYPES,
  javaPatternScope,
} from "./java_declarations.ts";
import { javaPackageOf, readJavaImports } from "./java_imports.ts";
import { JAVA_OVERLOADS } from "./java_overloads.ts";
import {
  isAnonymousBody,
  javaBasesOf,
  javaBodyAround,
  javaElementType,
  javaForeignResult,
  javaOwnerAt,
  javaTypeNames,
  readJavaExpression,
} from "./java_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const LABELLED = setOf("labeled_statement break_statement continue_statement");
const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;
const VALUE = ["value", "type", "module"] as const;

/** How the names of Java are read. */
export const JAVA_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier",
  readName,
  readExpression: readJavaExpression,
  typeNames: javaTypeNames,
  elementType: javaElementType,
  foreignResult: javaForeignResult,
  basesOf: javaBasesOf,
  ownerAt: javaOwnerAt,
  readImports: readJavaImports,
  packageOf: javaPackageOf,
  hasImplicitMembers: true,
  isStrict: true,
  overloads: JAVA_OVERLOADS,
  modules: "classpath",
  shares: "package",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || LABELLED.has(parent.type)) return undefined;
  if (node.type === "type_identifier") return readTypeName(node, parent);
  if (isField(node, "name")) {
    const declared = readDeclared(node, parent);
    if (declared !== undefined) return declared;
  }
  switch (parent.type) {
    case "package_declaration":
      return undefined;
    case "import_declaration":
      return { is: "imported" };
    case "scoped_identifier":
      return readScoped(node, parent);
    case "annotation":
    case "marker_annotation":
      return { is: "used", how: "decorator", means: TYPE };
    case "element_value_pair":
      return isField(node, "key")
        ? useOf("use", FUNCTION, field(parent.parent?.parent ?? undefined, "name"))
        : useOf("use", VALUE);
    case "method_invocation":
      if (!isField(node, "name")) return useOf("use", VALUE);
      return {
        ...useOf("call", FUNCTION, field(parent, "object")),
        arguments: countJavaArguments(field(parent, "arguments")),
      };
    case "field_access":
      return useOf("use", VALUE, isField(node, "field") ? field(parent, "object") : undefined);
    case "method_reference":
      return readReference(node, parent);
    case "inferred_parameters":
      return declareJavaLambdaParameter(node, findAround(node, JAVA_CALLABLES));
    case "lambda_expression":
      return isField(node, "parameters")
        ? declareJavaLambdaParameter(node, parent)
        : useOf("use", VALUE);
    case "record_pattern":
      return useOf("use", TYPE);
    case "type_pattern":
    case "record_pattern_component":
      return declareJavaTyped(parent.firstNamedChild ?? undefined, javaPatternScope(node));
    case "switch_label": {
      const condition = field(parent.parent?.parent?.parent ?? undefined, "condition");
      return { ...useOf("use", VALUE, condition), isImplied: true };
    }
  }
  return useOf("use", VALUE);
}

/** Reads a name in the field `name` of what may declare it. */
function readDeclared(node: SyntaxNode, parent: SyntaxNode): DeclaredName | undefined {
  const { type } = parent;
  if (JAVA_TYPES.has(type)) return declareJavaType(parent);
  switch (type) {
    case "method_declaration":
    case "annotation_type_element_declaration":
    case "constructor_declaration":
    case "compact_constructor_declaration":
      return declareJavaMethod(parent);
    case "enum_constant": {
      const owner = findAround(parent, JAVA_TYPES);
      return { ...declareJavaMember(parent, "value"), type: owner && field(owner, "name") };
    }
    case "variable_declarator":
      return declareJavaVariable(parent);
    case "formal_parameter":
      return declareJavaParameter(parent);
    case "resource":
      return declareJavaTyped(field(parent, "type"), parent.parent?.parent, field(parent, "value"));
    case "catch_formal_parameter": {
      const types = parent.namedChildren.find((child) => child.type === "catch_type");
      return declareJavaTyped(types, parent.parent);
    }
    case "enhanced_for_statement": {
      const value = field(parent, "value");
      const declared = declareJavaTyped(field(parent, "type"), parent, value);
      return declared.type === undefined ? { ...declared, isElement: true } : declared;
    }
    case "instanceof_expression":
      return declareJavaTyped(field(parent, "right"), javaPatternScope(node));
  }
  return undefined;
}

function readTypeName(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  if (parent.type === "type_parameter") {
    const bound = parent.namedChildren.find(({ type }) => type === "type_bound");
    const scope = parent.parent?.parent ?? undefined;
    return { is: "declared", kind: "type", scope, type: bound, isParameter: true };
  }
  if (node.text === "var") return undefined;
  const isScoped = parent.type === "scoped_type_identifier";
  const isLast = isScoped && isSameNode(parent.lastNamedChild, node);
  let whole = isLast ? parent : node;
  const receiver = isLast && !isSameNode(parent.firstNamedChild, node)
    ? parent.firstNamedChild ?? undefined
    : undefined;
  if (isScoped && !isLast) return useOf("use", VALUE);
  if (whole.parent?.type === "generic_type") whole = whole.parent;
  const creation = whole.parent;
  if (creation?.type === "object_creation_expression" && isField(whole, "type")) {
    const outer = creation.firstNamedChild;
    const object = outer === null || isSameNode(outer, whole) ? undefined : outer;
    return {
      ...useOf("new", TYPE, receiver ?? object),
      arguments: countJavaArguments(field(creation, "arguments")),
    };
  }
  if (creation?.type === "method_reference") {
    return useOf(creation.namedChildCount === 1 ? "new" : "use", TYPE, receiver);
  }
  // What is before a type may be a package.
  return useOf("use", whole.parent?.type === "scoped_type_identifier" ? VALUE : TYPE, receiver);
}

/** Reads a name in a path with dots: of an import, a package, or an annotation. */
function readScoped(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  let outer = parent;
  while (outer.parent?.type === "scoped_identifier") outer = outer.parent;
  if (outer.parent?.type === "import_declaration") return { is: "imported" };
  if (outer.parent?.type === "package_declaration") return undefined;
  if (!isField(node, "name")) return useOf("use", VALUE);
  const isWhole = outer === parent || isSameNode(outer, parent);
  return useOf(isWhole ? "decorator" : "use", isWhole ? TYPE : VALUE, field(parent, "scope"));
}

/** Reads a name in `A::b` or `A::new`. */
function readReference(node: SyntaxNode, reference: SyntaxNode): UsedName {
  const first = reference.firstNamedChild ?? undefined;
  if (first !== undefined && !isSameNode(first, node)) return useOf("use", FUNCTION, first);
  return reference.namedChildCount === 1 ? useOf("new", TYPE) : useOf("use", VALUE);
}

function useOf(
  how: UseKind,
  means: readonly DeclaredName["kind"][],
  receiver?: SyntaxNode,
): UsedName {
  // An anonymous class has members of its own that only their scope leads to.
  const isOwn = receiver?.type === "this" && isAnonymousBody(javaBodyAround(receiver));
  return { is: "used", how, means, ...(receiver === undefined || isOwn ? {} : { receiver }) };
}
