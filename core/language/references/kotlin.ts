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
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import { extendedTypeOf, findTypeAfter, KOTLIN_TYPES, lambdaArgument } from "./kotlin_types.ts";
import { createNameReader, declared, toWordSet, used } from "./tables.ts";

const { ownerAt } = KOTLIN_TYPES;

const FUNCTIONS = toWordSet("function_declaration anonymous_function secondary_constructor");
const BODIES = toWordSet("class_body enum_class_body");
const BLOCKS = toWordSet(
  "block lambda_literal function_body for_statement when_expression catch_block source_file class_body enum_class_body",
);
/** Nodes after the name of a property that are not its value. */
const NO_VALUES = toWordSet("getter setter property_delegate type_constraints");

const TYPE = ["type"] as const;

const readNameByParent = createNameReader({
  useOf,
  ownerAt,
  rows: {
    "class_declaration.name object_declaration.name companion_object.name": (_name, node) =>
      declareAt(node, "type"),
    "type_alias.type": (name, node) => ({
      ...declareAt(node, "type"),
      type: findTypeAfter(node, name.endIndex),
    }),
    "type_parameter": (name, node) =>
      declared("type", {
        scope: node.parent?.parent ?? undefined,
        type: findTypeAfter(node, name.endIndex),
        isTypeParameter: true,
      }),
    "function_declaration.name": (_name, node) => declareFunction(node),
    "enum_entry": (name, node) =>
      isFirstChild(name)
        ? { ...declareAt(node, "value"), type: field(findAncestor(node, BODIES)?.parent, "name") }
        : undefined,
    "class_parameter": declareClassParameter,
    "parameter": (name, node) => declareParameter(name, node, findAncestor(node, FUNCTIONS)),
    "catch_block": (name, node) => declareParameter(name, node, node),
    "variable_declaration": declareVariable,
    "qualified_identifier": (name, { parent, lastNamedChild }) =>
      parent?.type === "import" && isSameNode(lastNamedChild, name) ? { is: "imported" } : null,
    "import": "imported",
    "return_expression.label": "none",
    "labeled_expression": (name, { firstNamedChild }) =>
      firstNamedChild?.text === "break@" ? null : useOf(name),
    "value_argument": (name, { namedChildCount }) =>
      namedChildCount > 1 && isFirstChild(name) ? null : useOf(name),
    "this_expression": () => used("use", { possibleKinds: TYPE }),
    "user_type": readTypeName,
    "navigation_expression": (name, node) =>
      isFirstChild(name) ? useOf(name) : useOf(node, node.firstNamedChild ?? undefined),
    "infix_expression": (name, { namedChildren: [left, operator] }) =>
      isSameNode(operator, name) && left !== undefined
        ? used("call", { receiver: left, arguments: 1 })
        : useOf(name),
  },
});

export default {
  ...KOTLIN_TYPES,
  names: "identifier",
  readName(node) {
    return node.text === "it" || node.text === "class" ? undefined : readNameByParent(node);
  },
  readImports(root) {
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
  },
  packageOf: (root) => childOfType(root, "package_header")?.lastNamedChild?.text,
  hasImplicitMembers: true,
  hasExtensions: true,
  modules: "classpath",
  implicitVisibility: "package",
} satisfies ReferenceRules;

/**
 * Returns the use of a name. `whole` is the name, or its receiver with the name: a call of `whole`
 * calls the name.
 */
function useOf(whole: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const call = whole.parent;
  if (call?.type !== "call_expression" || !isFirstChild(whole)) return used("use", { receiver });
  const outer = call.parent?.type === "call_expression" && isFirstChild(call) ? call.parent : call;
  const count = countArguments(call) + (outer === call ? 0 : countArguments(outer));
  return used("call", { receiver, arguments: count });
}

/** Returns the number of arguments of a call, including a lambda after them. */
function countArguments(call: SyntaxNode): number {
  const listed = childrenOfType(call, "value_arguments");
  return listed.flatMap((one) => childrenOfType(one, "value_argument")).length +
    childrenOfType(call, "annotated_lambda").length;
}

function readTypeName(node: SyntaxNode, type: SyntaxNode): UsedName {
  const names = childrenOfType(type, "identifier");
  const at = indexOfNode(names, node);
  const isLast = at === names.length - 1;
  const outer = type.parent?.type === "constructor_invocation" ? type.parent.parent : type.parent;
  return used(isLast && outer?.type === "annotation" ? "decorator" : "use", {
    possibleKinds: isLast ? TYPE : ["type", "value", "module"],
    receiver: names[at - 1],
  });
}

/** Declares something for all files, for a block, or as a member of the enclosing type. */
function declareAt(node: SyntaxNode, kind: DeclaredName["kind"]): DeclaredName {
  const block = findAncestor(node, BLOCKS);
  const isMember = block !== undefined && BODIES.has(block.type);
  const isAnonymous = block?.parent?.type === "object_literal" ||
    block?.parent?.type === "enum_entry";
  const isOwned = isMember && !isAnonymous;
  return declared(kind, {
    owner: isOwned ? ownerAt(node) : undefined,
    scope: !isOwned || kind === "type" ? block ?? rootOf(node) : undefined,
    extendedType: /function|property/.test(node.type) ? extendedTypeOf(node) : undefined,
    isPrivate: childrenOfType(node, "modifiers").some(({ text }) => /\bprivate\b/.test(text)),
  });
}

function declareFunction(node: SyntaxNode): DeclaredName {
  const parameters = childOfType(node, "function_value_parameters");
  const type = findTypeAfter(node, parameters?.endIndex ?? node.endIndex);
  return {
    ...declareAt(node, "function"),
    type,
    value: type === undefined ? expressionOf(childOfType(node, "function_body")) : undefined,
    arity: arityOf(parameters?.namedChildren ?? []),
  };
}

function expressionOf(body: SyntaxNode | undefined): SyntaxNode | undefined {
  const inner = body?.firstNamedChild ?? undefined;
  return inner?.type === "block" ? undefined : inner;
}

/**
 * Returns the minimum and maximum number of arguments of a function: a default value follows its
 * parameter.
 */
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
    ? declared("value", { scope, type: findTypeAfter(parameter, node.endIndex) })
    : undefined;
}

function declareClassParameter(node: SyntaxNode, parameter: SyntaxNode): DeclaredName | undefined {
  if (!isSameNode(childOfType(parameter, "identifier"), node)) return undefined;
  const isProperty = hasToken(parameter, "val") || hasToken(parameter, "var");
  const scope = parameter.parent?.parent?.parent ?? undefined;
  return declared("value", {
    scope,
    owner: isProperty ? field(scope, "name")?.text : undefined,
    type: findTypeAfter(parameter, node.endIndex),
  });
}

function declareVariable(node: SyntaxNode, variable: SyntaxNode): DeclaredName | undefined {
  if (!isFirstChild(node)) return undefined;
  const type = findTypeAfter(variable, node.endIndex);
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
      const argument = lambda && place.namedChildCount === 1 ? lambdaArgument(lambda) : undefined;
      const value = argument !== undefined && "of" in argument ? argument.of : undefined;
      const isElement = argument?.is === "element";
      return declared("value", { scope: lambda, type, value, isElement });
    }
    case "when_subject":
      return declared("value", { scope: place.parent ?? undefined, type, value: follows });
  }
  return { ...declareAt(place, "value"), type };
}
