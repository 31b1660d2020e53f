import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAround,
  hasToken,
  isField,
  isFirstChild,
  isSameNode,
  placeIn,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  kotlinBasesOf,
  kotlinElementType,
  kotlinForeignResult,
  kotlinGiven,
  kotlinOwnerAt,
  kotlinReceiver,
  kotlinTypeIn,
  kotlinTypeNames,
  readKotlinExpression,
} from "./kotlin_types.ts";
import { declared, IMPORTED, type NameReader, setOf, tableOf, used } from "./tables.ts";

const FUNCTIONS = setOf("function_declaration anonymous_function secondary_constructor");
const BODIES = setOf("class_body enum_class_body");
const BLOCKS = setOf(
  "block lambda_literal function_body for_statement when_expression catch_block source_file class_body enum_class_body",
);
/** What may follow the name in a property that is no value of it. */
const NO_VALUES = setOf("getter setter property_delegate type_constraints");

const TYPE = ["type"] as const;

/** How the names of Kotlin are read. */
export const REFERENCES: ReferenceRules = {
  names: "identifier",
  readName,
  readExpression: readKotlinExpression,
  typeNames: kotlinTypeNames,
  elementType: kotlinElementType,
  foreignResult: kotlinForeignResult,
  basesOf: kotlinBasesOf,
  ownerAt: kotlinOwnerAt,
  readImports,
  packageOf: (root) => childOfType(root, "package_header")?.lastNamedChild?.text,
  hasImplicitMembers: true,
  hasExtensions: true,
  modules: "classpath",
  shares: "package",
};

/** Names that are not declared, by what they stand in. */
const NAMES = tableOf<NameReader>({
  "qualified_identifier": (node, { parent, lastNamedChild }) =>
    parent?.type === "import" && isSameNode(lastNamedChild, node) ? IMPORTED : undefined,
  "import": () => IMPORTED,
  "return_expression": (node) => isField(node, "label") ? undefined : useOf(node),
  "labeled_expression": (node, { firstNamedChild }) =>
    firstNamedChild?.text === "break@" ? undefined : useOf(node),
  "value_argument": (node, { namedChildCount }) =>
    namedChildCount > 1 && isFirstChild(node) ? undefined : useOf(node),
  "this_expression": () => used("use", { means: TYPE }),
  "user_type": readTypeName,
  "navigation_expression": (node, parent) =>
    isFirstChild(node) ? useOf(node) : useOf(parent, parent.firstNamedChild ?? undefined),
  "infix_expression": (node, { namedChildren: [left, name] }) =>
    isSameNode(name, node) && left !== undefined
      ? used("call", { receiver: left, arguments: 1 })
      : useOf(node),
});

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || node.text === "it" || node.text === "class") return undefined;
  const read = NAMES.get(parent.type);
  return DECLARATIONS.get(parent.type)?.(node, parent) ??
    (read === undefined ? useOf(node) : read(node, parent));
}

/** Reads a name that is called where it, with what is before it, is called. */
function useOf(whole: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const call = whole.parent;
  if (call?.type !== "call_expression" || !isFirstChild(whole)) return used("use", { receiver });
  const outer = call.parent?.type === "call_expression" && isFirstChild(call) ? call.parent : call;
  const count = countIn(call) + (outer === call ? 0 : countIn(outer));
  return used("call", { receiver, arguments: count });
}

/** Returns how many arguments a call has, with a lambda behind them. */
function countIn(call: SyntaxNode): number {
  const listed = childrenOfType(call, "value_arguments");
  return listed.flatMap((one) => childrenOfType(one, "value_argument")).length +
    childrenOfType(call, "annotated_lambda").length;
}

function readTypeName(node: SyntaxNode, type: SyntaxNode): UsedName {
  const names = childrenOfType(type, "identifier");
  const at = placeIn(names, node);
  const isLast = at === names.length - 1;
  const outer = type.parent?.type === "constructor_invocation" ? type.parent.parent : type.parent;
  return used(isLast && outer?.type === "annotation" ? "decorator" : "use", {
    means: isLast ? TYPE : ["type", "value", "module"],
    receiver: names[at - 1],
  });
}

/** Names that may be declared, by what they stand in. */
const DECLARATIONS = tableOf<(node: SyntaxNode, parent: SyntaxNode) => DeclaredName | undefined>({
  "class_declaration object_declaration companion_object": (node, parent) =>
    isField(node, "name") ? declareAt(parent, "type") : undefined,
  "type_alias": (node, parent) =>
    isField(node, "type")
      ? { ...declareAt(parent, "type"), type: kotlinTypeIn(parent, node.endIndex) }
      : undefined,
  "type_parameter": (node, parent) =>
    declared("type", {
      scope: parent.parent?.parent ?? undefined,
      type: kotlinTypeIn(parent, node.endIndex),
      isParameter: true,
    }),
  "function_declaration": (node, parent) =>
    isField(node, "name") ? declareFunction(parent) : undefined,
  "enum_entry": (node, parent) =>
    isFirstChild(node)
      ? { ...declareAt(parent, "value"), type: field(findAround(parent, BODIES)?.parent, "name") }
      : undefined,
  "class_parameter": declareClassParameter,
  "parameter": (node, parent) => declareParameter(node, parent, findAround(parent, FUNCTIONS)),
  "catch_block": (node, parent) => declareParameter(node, parent, parent),
  "variable_declaration": declareVariable,
});

/** Declares something for all files, for a block, or as a member of the type around it. */
function declareAt(node: SyntaxNode, kind: DeclaredName["kind"]): DeclaredName {
  const block = findAround(node, BLOCKS);
  const isMember = block !== undefined && BODIES.has(block.type);
  const isAnonymous = block?.parent?.type === "object_literal" ||
    block?.parent?.type === "enum_entry";
  const isOwned = isMember && !isAnonymous;
  return declared(kind, {
    owner: isOwned ? kotlinOwnerAt(node) : undefined,
    scope: !isOwned || kind === "type" ? block ?? rootOf(node) : undefined,
    extended: /function|property/.test(node.type) ? kotlinReceiver(node) : undefined,
    isPrivate: childrenOfType(node, "modifiers").some(({ text }) => /\bprivate\b/.test(text)),
  });
}

function declareFunction(node: SyntaxNode): DeclaredName {
  const parameters = childOfType(node, "function_value_parameters");
  const type = kotlinTypeIn(node, parameters?.endIndex ?? node.endIndex);
  return {
    ...declareAt(node, "function"),
    type,
    value: type === undefined ? expressionOf(childOfType(node, "function_body")) : undefined,
    arity: arityOf(parameters?.namedChildren ?? []),
  };
}

/** Returns the expression that a body is, if it is no block. */
function expressionOf(body: SyntaxNode | undefined): SyntaxNode | undefined {
  const inner = body?.firstNamedChild ?? undefined;
  return inner?.type === "block" ? undefined : inner;
}

/** Returns how many arguments a function takes: a default value stands behind its parameter. */
function arityOf(children: readonly SyntaxNode[]): readonly [number, number] {
  let [count, optional] = [0, 0];
  let isOpen = false;
  for (const [i, { type, text }] of children.entries()) {
    if (type === "parameter") count++;
    else if (type === "parameter_modifiers") isOpen ||= text.includes("vararg");
    else if (children[i - 1]?.type === "parameter" && !type.endsWith("comment")) optional++;
  }
  return [count - optional - (isOpen ? 1 : 0), isOpen ? Infinity : count];
}

function declareParameter(
  node: SyntaxNode,
  parameter: SyntaxNode,
  scope: SyntaxNode | undefined,
): DeclaredName | undefined {
  return isFirstChild(node)
    ? declared("value", { scope, type: kotlinTypeIn(parameter, node.endIndex) })
    : undefined;
}

function declareClassParameter(node: SyntaxNode, parameter: SyntaxNode): DeclaredName | undefined {
  if (!isSameNode(childOfType(parameter, "identifier"), node)) return undefined;
  const isProperty = hasToken(parameter, "val") || hasToken(parameter, "var");
  const scope = parameter.parent?.parent?.parent ?? undefined;
  return declared("value", {
    scope,
    owner: isProperty ? field(scope, "name")?.text : undefined,
    type: kotlinTypeIn(parameter, node.endIndex),
  });
}

function declareVariable(node: SyntaxNode, variable: SyntaxNode): DeclaredName | undefined {
  if (!isFirstChild(node)) return undefined;
  const type = kotlinTypeIn(variable, node.endIndex);
  const outer = variable.parent!;
  const isTuple = outer.type === "multi_variable_declaration";
  const place = isTuple ? outer.parent! : outer;
  const follows = place.namedChildren.find((one) =>
    one.startIndex >= variable.endIndex && !NO_VALUES.has(one.type)
  );
  switch (place.type) {
    case "property_declaration": {
      const getter = childOfType(place, "getter");
      const value = follows ?? expressionOf(childOfType(getter, "function_body"));
      return { ...declareAt(place, "value"), type, value: isTuple ? undefined : value };
    }
    case "for_statement": {
      const isElement = type === undefined && !isTuple;
      const value = isElement ? follows : undefined;
      return declared("value", { scope: place, type, value, isElement });
    }
    case "lambda_parameters": {
      const lambda = place.parent ?? undefined;
      const given = lambda && place.namedChildCount === 1 ? kotlinGiven(lambda) : undefined;
      const value = given !== undefined && "of" in given ? given.of : undefined;
      const isElement = given?.is === "element";
      return declared("value", { scope: lambda, type, value, isElement });
    }
    case "when_subject":
      return declared("value", { scope: place.parent ?? undefined, type, value: follows });
  }
  return { ...declareAt(place, "value"), type };
}

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return childrenOfType(root, "import").flatMap((node): readonly ImportedBinding[] => {
    const path = node.firstNamedChild;
    if (path === null) return [];
    const module = path.text.replaceAll(/\s/g, "");
    const start = node.startIndex;
    if (hasToken(node, "*")) return [{ module, start }];
    const dot = module.lastIndexOf(".");
    if (dot < 0) return [];
    const name = module.slice(dot + 1);
    const alias = node.namedChildCount > 1 ? node.lastNamedChild?.text : undefined;
    return [{ module: module.slice(0, dot), name, local: alias ?? name, start }];
  });
}
