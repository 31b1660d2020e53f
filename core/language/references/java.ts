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
  isInField,
  isSameNode,
  type SyntaxNode,
} from "../syntax_node.ts";
import { JAVA_OVERLOADS } from "./java_overloads.ts";
import { enclosingBody, findIterated, isAnonymousBody, JAVA_TYPES } from "./java_types.ts";
import {
  argumentsIn,
  createNameReader,
  declared,
  declareElement,
  declareTyped,
  IMPORTED,
  type NameReader,
  patternScope,
  toWordSet,
  used,
} from "./tables.ts";

const { ownerAt } = JAVA_TYPES;

const TYPE_DECLARATIONS = toWordSet(
  "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
);
/** Nodes with parameters. */
const CALLABLES = toWordSet(
  "method_declaration constructor_declaration compact_constructor_declaration lambda_expression record_declaration",
);
/** Nodes that limit the scope of their variables. */
const BLOCKS = toWordSet(
  "block constructor_body for_statement switch_block_statement_group switch_rule try_with_resources_statement " +
    "lambda_expression program",
);
const PATTERN_SCOPES = {
  tests: toWordSet(
    "if_statement while_statement for_statement do_statement ternary_expression return_statement assert_statement " +
      "expression_statement local_variable_declaration switch_rule switch_block_statement_group lambda_expression " +
      "block",
  ),
  negations: toWordSet("unary_expression"),
  blocks: BLOCKS,
};

const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;
const VALUE = ["value", "type", "module"] as const;

const readNameByParent = createNameReader({
  ownerAt,
  useOf: (_node, receiver) => useOf("use", VALUE, receiver),
  rows: {
    "class_declaration.name interface_declaration.name enum_declaration.name": declareType,
    "record_declaration.name annotation_type_declaration.name": declareType,
    "method_declaration.name annotation_type_element_declaration.name": declareMethod,
    "constructor_declaration.name compact_constructor_declaration.name": declareMethod,
    "enum_constant.name": (_node, parent) => ({
      ...declareMember(parent, "value"),
      type: field(findAncestor(parent, TYPE_DECLARATIONS), "name"),
    }),
    "variable_declarator.name": declareVariable,
    "formal_parameter.name": declareParameter,
    "resource.name": (_node, parent) =>
      declareTyped(field(parent, "type"), parent.parent?.parent, field(parent, "value")),
    "catch_formal_parameter.name": (_node, parent) =>
      declareTyped(childOfType(parent, "catch_type"), parent.parent),
    "enhanced_for_statement.name": (_node, parent) =>
      declareElement(field(parent, "type"), parent, field(parent, "value")),
    "instanceof_expression.name": (node, parent) =>
      declareTyped(field(parent, "right"), patternScope(node, PATTERN_SCOPES)),
    "labeled_statement break_statement continue_statement package_declaration": "none",
    "import_declaration": "imported",
    "scoped_identifier": readScoped,
    "annotation marker_annotation": () => used("decorator", { possibleKinds: TYPE }),
    "element_value_pair.key": (_node, { parent }) =>
      useOf("use", FUNCTION, field(parent?.parent, "name")),
    "method_invocation.name": (_node, parent) => ({
      ...useOf("call", FUNCTION, field(parent, "object")),
      arguments: argumentsIn(field(parent, "arguments")).length,
    }),
    "field_access.field": "use object",
    "method_reference": readReference,
    "inferred_parameters": (node) => declareLambdaParameter(node, findAncestor(node, CALLABLES)),
    "lambda_expression.parameters": declareLambdaParameter,
    "record_pattern": () => used("use", { possibleKinds: TYPE }),
    "type_pattern record_pattern_component": (node, { firstNamedChild }) =>
      declareTyped(firstNamedChild, patternScope(node, PATTERN_SCOPES)),
    "switch_label": (_node, { parent }) => ({
      ...useOf("use", VALUE, field(parent?.parent?.parent, "condition")),
      hasImpliedReceiver: true,
    }),
  },
});

export default {
  ...JAVA_TYPES,
  names: "identifier type_identifier",
  readName(node) {
    return node.type === "type_identifier"
      ? readTypeName(node, node.parent!)
      : readNameByParent(node);
  },
  /**
   * Reads the imports of Java: of types, of static members, and of all names of a package or a
   * type.
   */
  readImports(root) {
    return childrenOfType(root, "import_declaration").flatMap(
      (node): readonly ImportedBinding[] => {
        const path = node.namedChildren.find(({ type }) => type.endsWith("identifier"));
        if (path === undefined) return [];
        const isOpen = node.lastNamedChild?.type === "asterisk";
        const own = isOpen ? { module: path.text, start: node.startIndex } : bindingOf(path);
        return own === undefined
          ? []
          : [own, ...readOuterTypes(isOpen ? path : field(path, "scope"))];
      },
    );
  },
  packageOf: (root) =>
    childOfType(root, "package_declaration")?.lastNamedChild?.text.replaceAll(/\s/g, ""),
  hasImplicitMembers: true,
  undeclaredIsForeign: true,
  overloads: JAVA_OVERLOADS,
  modules: "classpath",
  implicitVisibility: "package",
} satisfies ReferenceRules;

function readTypeName(node: SyntaxNode, parent: SyntaxNode): DeclaredName | UsedName | undefined {
  if (parent.type === "type_parameter") {
    const scope = parent.parent?.parent ?? undefined;
    return declared("type", {
      scope,
      type: childOfType(parent, "type_bound"),
      isTypeParameter: true,
    });
  }
  if (node.text === "var") return undefined;
  const isScoped = parent.type === "scoped_type_identifier";
  const isLast = isScoped && isSameNode(parent.lastNamedChild, node);
  let whole = isLast ? parent : node;
  const receiver = isLast && !isSameNode(parent.firstNamedChild, node)
    ? parent.firstNamedChild ?? undefined
    : undefined;
  if (isScoped && !isLast) return useOf("use");
  if (whole.parent?.type === "generic_type") whole = whole.parent;
  const creation = whole.parent;
  if (creation?.type === "object_creation_expression" && isInField(whole, "type")) {
    const outer = creation.firstNamedChild;
    const object = outer === null || isSameNode(outer, whole) ? undefined : outer;
    const args = argumentsIn(field(creation, "arguments"));
    return { ...useOf("new", TYPE, receiver ?? object), arguments: args.length };
  }
  if (creation?.type === "method_reference") {
    return useOf(creation.namedChildCount === 1 ? "new" : "use", TYPE, receiver);
  }
  // The qualifier of a type may be a package.
  return useOf("use", creation?.type === "scoped_type_identifier" ? VALUE : TYPE, receiver);
}

/** Reads a name in a dotted path: of an import, a package, or an annotation. */
function readScoped(node: SyntaxNode, parent: SyntaxNode): ReturnType<NameReader> {
  let outer = parent;
  while (outer.parent?.type === "scoped_identifier") outer = outer.parent;
  if (outer.parent?.type === "import_declaration") return IMPORTED;
  if (outer.parent?.type === "package_declaration") return null;
  if (!isInField(node, "name")) return useOf("use");
  const isWhole = isSameNode(outer, parent);
  return useOf(isWhole ? "decorator" : "use", isWhole ? TYPE : VALUE, field(parent, "scope"));
}

/** Reads a name in `A::b` or `A::new`. */
function readReference(node: SyntaxNode, reference: SyntaxNode): UsedName {
  const first = reference.firstNamedChild ?? undefined;
  if (first !== undefined && !isSameNode(first, node)) return useOf("use", FUNCTION, first);
  return reference.namedChildCount === 1 ? useOf("new", TYPE) : useOf("use");
}

function useOf(
  useKind: UsedName["useKind"],
  possibleKinds?: UsedName["possibleKinds"],
  receiver?: SyntaxNode,
): UsedName {
  // An anonymous class has members of its own that are found only by scope.
  const isOwn = receiver?.type === "this" && isAnonymousBody(enclosingBody(receiver));
  return used(useKind, {
    possibleKinds: possibleKinds ?? VALUE,
    receiver: isOwn ? undefined : receiver,
  });
}

/** Declares a type, for the enclosing body or block. */
function declareType(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const body = enclosingBody(node);
  const block = findAncestor(node, BLOCKS);
  const isLocal = block !== undefined && (body === undefined || block.startIndex > body.startIndex);
  return declared("type", {
    scope: isLocal ? block : body,
    owner: isLocal || isAnonymousBody(body) ? undefined : ownerAt(node),
    isPrivate: isPrivate(node),
  });
}

/**
 * Declares a member of the enclosing type; a member of an anonymous class is visible only in its
 * body.
 */
function declareMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const body = enclosingBody(node);
  const place = isAnonymousBody(body) ? { scope: body } : { owner: ownerAt(node) };
  return declared(kind, { ...place, isPrivate: isPrivate(node) });
}

function declareMethod(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const record = node.type.startsWith("compact")
    ? findAncestor(node, TYPE_DECLARATIONS)
    : undefined;
  return {
    ...declareMember(node, "function"),
    type: field(node, "type"),
    arity: arityOf(field(record ?? node, "parameters")),
  };
}

function declareVariable(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const declaration = node.parent!;
  const value = field(node, "value");
  if (declaration.type === "spread_parameter") {
    return declareTyped(declaration, findAncestor(declaration, CALLABLES));
  }
  const type = field(declaration, "type");
  return declaration.type === "local_variable_declaration"
    ? declareTyped(type, findAncestor(declaration, BLOCKS), value)
    : { ...declareMember(declaration, "value"), type, value };
}

/** Declares a parameter, or a component of a record. */
function declareParameter(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const callable = findAncestor(node, CALLABLES);
  const parameter = declareTyped(field(node, "type"), callable);
  return callable?.type === "record_declaration"
    // A component of a record is read by calling its name.
    ? { ...parameter, owner: field(callable, "name")?.text, arity: [0, 0] }
    : parameter;
}

/**
 * Declares a parameter of a lambda: an element of the list, stream or map whose method the lambda
 * is passed to.
 */
function declareLambdaParameter(node: SyntaxNode, lambda: SyntaxNode | undefined): DeclaredName {
  const call = lambda?.parent?.type === "argument_list" ? lambda.parent.parent : null;
  const parameters = field(lambda, "parameters");
  const isLast = isSameNode(parameters, node) || isSameNode(parameters?.lastNamedChild, node);
  const value = call === null || !isLast ? undefined : findIterated(call);
  return declared("value", { scope: lambda, value, isElement: value !== undefined });
}

function isPrivate({ firstNamedChild: modifiers }: SyntaxNode): boolean {
  return modifiers?.type === "modifiers" && hasToken(modifiers, "private");
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = (parameters?.namedChildren ?? []).filter((one) =>
    one.type === "formal_parameter" && field(one, "name")?.text !== "this"
  );
  const isOpen = parameters?.lastNamedChild?.type === "spread_parameter";
  return [all.length, isOpen ? Infinity : all.length];
}

function bindingOf(path: SyntaxNode): ImportedBinding & { readonly name: string } | undefined {
  const name = field(path, "name");
  const module = field(path, "scope")?.text;
  if (name === undefined || module === undefined) return undefined;
  return { module, name: name.text, local: name.text, start: name.startIndex };
}

/**
 * Returns the types in the path of an import: `B` in `import static a.B.c`. They begin with a
 * capital.
 */
function readOuterTypes(path: SyntaxNode | undefined): readonly ImportedBinding[] {
  const found: ImportedBinding[] = [];
  for (let part = path; part?.type === "scoped_identifier"; part = field(part, "scope")) {
    const binding = bindingOf(part);
    if (binding === undefined || !/^\p{Lu}/u.test(binding.name)) break;
    const { module = "", name, start } = binding;
    found.push({ module, name, start });
  }
  return found;
}
