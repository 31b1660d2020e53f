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
import { field } from "../syntax_rules.ts";
import { packageOf, readImports } from "./java_imports.ts";
import {
  basesOf,
  bodyAround,
  elementType,
  foreignResult,
  isAnonymous,
  listCalled,
  ownerAt,
  readExpression,
  typeNames,
} from "./java_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const TYPES = setOf(
  "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
);
const CALLABLES = setOf(
  "method_declaration constructor_declaration compact_constructor_declaration lambda_expression record_declaration",
);
/** Nodes whose variables end with them. */
const BLOCKS = setOf(
  "block constructor_body for_statement switch_block_statement_group switch_rule try_with_resources_statement " +
    "lambda_expression program",
);
/** Nodes in which the variable of a pattern is known when it matched. */
const TESTS = setOf(
  "if_statement while_statement for_statement do_statement ternary_expression return_statement assert_statement " +
    "expression_statement local_variable_declaration switch_rule switch_block_statement_group lambda_expression " +
    "block",
);
const LABELLED = setOf("labeled_statement break_statement continue_statement");
const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;
const VALUE = ["value", "type", "module"] as const;

/** How the names of Java are read. */
export const JAVA_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier",
  readName,
  readExpression,
  typeNames,
  elementType,
  foreignResult,
  basesOf,
  ownerAt,
  readImports,
  packageOf,
  hasImplicitMembers: true,
  isStrict: true,
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
        arguments: countOf(field(parent, "arguments")),
      };
    case "field_access":
      return useOf("use", VALUE, isField(node, "field") ? field(parent, "object") : undefined);
    case "method_reference":
      return readReference(node, parent);
    case "inferred_parameters":
      return declareLambdaParameter(node, findAround(node, CALLABLES));
    case "lambda_expression":
      return isField(node, "parameters")
        ? declareLambdaParameter(node, parent)
        : useOf("use", VALUE);
    case "record_pattern":
      return useOf("use", TYPE);
    case "type_pattern":
    case "record_pattern_component":
      return declareTyped(parent.firstNamedChild ?? undefined, scopeOfPattern(node));
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
  if (TYPES.has(type)) return declareType(parent);
  switch (type) {
    case "method_declaration":
    case "annotation_type_element_declaration":
    case "constructor_declaration":
    case "compact_constructor_declaration":
      return declareMethod(parent);
    case "enum_constant": {
      const owner = findAround(parent, TYPES);
      return { ...declareMember(parent, "value"), type: owner && field(owner, "name") };
    }
    case "variable_declarator":
      return declareVariable(parent);
    case "formal_parameter":
      return declareParameter(parent);
    case "resource":
      return declareTyped(field(parent, "type"), parent.parent?.parent, field(parent, "value"));
    case "catch_formal_parameter": {
      const types = parent.namedChildren.find((child) => child.type === "catch_type");
      return declareTyped(types, parent.parent);
    }
    case "enhanced_for_statement": {
      const value = field(parent, "value");
      const declared = declareTyped(field(parent, "type"), parent, value);
      return declared.type === undefined ? { ...declared, isElement: true } : declared;
    }
    case "instanceof_expression":
      return declareTyped(field(parent, "right"), scopeOfPattern(node));
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
      arguments: countOf(field(creation, "arguments")),
    };
  }
  if (creation?.type === "method_reference") {
    return useOf(creation.namedChildCount === 1 ? "new" : "use", TYPE, receiver);
  }
  return useOf("use", TYPE, receiver);
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
  const isOwn = receiver?.type === "this" && isAnonymous(bodyAround(receiver));
  return { is: "used", how, means, ...(receiver === undefined || isOwn ? {} : { receiver }) };
}

function declareType(node: SyntaxNode): DeclaredName {
  const body = bodyAround(node);
  const block = findAround(node, BLOCKS);
  const isLocal = block !== undefined && (body === undefined || block.startIndex > body.startIndex);
  const owner = isLocal || isAnonymous(body) ? undefined : ownerAt(node);
  return {
    is: "declared",
    kind: "type",
    scope: isLocal ? block : body,
    ...(owner === undefined ? {} : { owner }),
    ...privacyOf(node),
  };
}

/** Declares a member of the type around it; one of an anonymous class is known in its body alone. */
function declareMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const body = bodyAround(node);
  const place = isAnonymous(body) ? { scope: body } : { owner: ownerAt(node) };
  return { is: "declared", kind, ...place, ...privacyOf(node) };
}

function declareMethod(node: SyntaxNode): DeclaredName {
  const record = node.type.startsWith("compact") ? findAround(node, TYPES) : undefined;
  const type = field(node, "type");
  return {
    ...declareMember(node, "function"),
    ...(type === undefined ? {} : { type }),
    arity: arityOf(field(record ?? node, "parameters")),
  };
}

function declareVariable(node: SyntaxNode): DeclaredName {
  const declaration = node.parent!;
  const value = field(node, "value");
  if (declaration.type === "spread_parameter") {
    return declareTyped(declaration, findAround(declaration, CALLABLES));
  }
  const type = field(declaration, "type");
  if (declaration.type === "local_variable_declaration") {
    return declareTyped(type, findAround(declaration, BLOCKS), value);
  }
  return { ...declareMember(declaration, "value"), type, value };
}

function declareParameter(node: SyntaxNode): DeclaredName | undefined {
  const callable = findAround(node, CALLABLES);
  const declared = declareTyped(field(node, "type"), callable);
  return callable?.type === "record_declaration"
    // A component of a record is read by a call of its name.
    ? { ...declared, owner: field(callable, "name")?.text, arity: [0, 0] }
    : declared;
}

/** Declares a parameter of a lambda: an element of the list, stream or map whose method the lambda is given to. */
function declareLambdaParameter(node: SyntaxNode, lambda: SyntaxNode | undefined): DeclaredName {
  const call = lambda?.parent?.type === "argument_list" ? lambda.parent.parent : null;
  const parameters = field(lambda, "parameters");
  const isLast = isSameNode(parameters, node) || isSameNode(parameters?.lastNamedChild, node);
  const value = call === null || !isLast ? undefined : listCalled(call);
  return { ...declareValue(lambda), ...(value === undefined ? {} : { value, isElement: true }) };
}

function declareValue(scope: SyntaxNode | null | undefined): DeclaredName {
  return { is: "declared", kind: "value", scope: scope ?? undefined };
}

/** Declares a value by its type, or by what it begins with when that is `var`. */
function declareTyped(
  type: SyntaxNode | undefined,
  scope: SyntaxNode | null | undefined,
  value?: SyntaxNode,
): DeclaredName {
  const isInferred = type === undefined || type.type === "type_identifier" && type.text === "var";
  return { ...declareValue(scope), ...(isInferred ? { value } : { type }) };
}

/** Returns where the variable of a pattern is known: after the test when it is negated, else in what it is a test of. */
function scopeOfPattern(node: SyntaxNode): SyntaxNode | undefined {
  const test = findAround(node, TESTS);
  for (let around = node.parent; around !== null && around !== test; around = around.parent) {
    if (test !== undefined && isSameNode(test, around)) break;
    if (around.type === "unary_expression") return findAround(node, BLOCKS);
  }
  return test;
}

function privacyOf(node: SyntaxNode): Pick<DeclaredName, "isPrivate"> {
  const { firstNamedChild: modifiers } = node;
  const isPrivate = modifiers?.type === "modifiers" &&
    modifiers.children.some(({ type }) => type === "private");
  return isPrivate ? { isPrivate } : {};
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = (parameters?.namedChildren ?? []).filter((one) =>
    one.type === "formal_parameter" && field(one, "name")?.text !== "this"
  );
  const isOpen = parameters?.lastNamedChild?.type === "spread_parameter";
  return [all.length, isOpen ? Infinity : all.length];
}

function countOf(list: SyntaxNode | undefined): number {
  return (list?.namedChildren ?? []).filter(({ type }) => !type.endsWith("comment")).length;
}
