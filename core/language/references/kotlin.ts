import {
  type DeclaredName,
  findAround,
  type ImportedBinding,
  isField,
  isSameNode,
  type NameUse,
  type ReferenceRules,
  rootOf,
  type UsedName,
} from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";
import {
  isFirstChild,
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

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const FUNCTIONS = setOf("function_declaration anonymous_function secondary_constructor");
const BODIES = setOf("class_body enum_class_body");
const BLOCKS = setOf(
  "block lambda_literal function_body for_statement when_expression catch_block source_file class_body enum_class_body",
);
/** What may follow the name in a property that is no value of it. */
const NO_VALUES = setOf("getter setter property_delegate type_constraints");

const TYPE = ["type"] as const;

/** How the names of Kotlin are read. */
export const KOTLIN_REFERENCES: ReferenceRules = {
  names: "identifier",
  readName,
  readExpression: readKotlinExpression,
  typeNames: kotlinTypeNames,
  elementType: kotlinElementType,
  foreignResult: kotlinForeignResult,
  basesOf: kotlinBasesOf,
  ownerAt: kotlinOwnerAt,
  readImports,
  packageOf: (root) => childrenOfType(root, "package_header")[0]?.lastNamedChild?.text,
  hasImplicitMembers: true,
  hasExtensions: true,
  modules: "classpath",
  shares: "package",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null || node.text === "it" || node.text === "class") return undefined;
  const declared = readDeclared(node, parent);
  if (declared !== undefined) return declared;
  switch (parent.type) {
    case "qualified_identifier":
      return parent.parent?.type === "import" && isSameNode(parent.lastNamedChild, node)
        ? { is: "imported" }
        : undefined;
    case "import":
      return { is: "imported" };
    case "return_expression":
      return isField(node, "label") ? undefined : useOf(node);
    case "labeled_expression":
      return parent.firstNamedChild?.text === "break@" ? undefined : useOf(node);
    case "value_argument":
      return parent.namedChildCount > 1 && isFirstChild(node) ? undefined : useOf(node);
    case "this_expression":
      return { is: "used", how: "use", means: TYPE };
    case "user_type":
      return readTypeName(node, parent);
    case "navigation_expression":
      return isFirstChild(node) ? useOf(node) : useOf(parent, parent.firstNamedChild ?? undefined);
    case "infix_expression": {
      const [left, name] = parent.namedChildren;
      if (!isSameNode(name, node) || left === undefined) return useOf(node);
      return { is: "used", how: "call", receiver: left, arguments: 1 };
    }
  }
  return useOf(node);
}

/** Reads a name that is called where it, with what is before it, is called. */
function useOf(whole: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const used = { is: "used", ...(receiver === undefined ? {} : { receiver }) } as const;
  const call = whole.parent;
  if (call?.type !== "call_expression" || !isFirstChild(whole)) return { ...used, how: "use" };
  const outer = call.parent?.type === "call_expression" && isFirstChild(call) ? call.parent : call;
  return { ...used, how: "call", arguments: countIn(call) + (outer === call ? 0 : countIn(outer)) };
}

/** Returns how many arguments a call has, with a lambda behind them. */
function countIn(call: SyntaxNode): number {
  return call.namedChildren.reduce(
    (sum, one) =>
      sum +
      (one.type === "value_arguments"
        ? childrenOfType(one, "value_argument").length
        : one.type === "annotated_lambda"
        ? 1
        : 0),
    0,
  );
}

function readTypeName(node: SyntaxNode, type: SyntaxNode): UsedName {
  const names = childrenOfType(type, "identifier");
  const at = names.findIndex(({ id }) => id === node.id);
  const receiver = names[at - 1];
  const isLast = at === names.length - 1;
  const outer = type.parent?.type === "constructor_invocation" ? type.parent.parent : type.parent;
  return {
    is: "used",
    how: isLast && outer?.type === "annotation" ? "decorator" : "use",
    means: isLast ? TYPE : ["type", "value", "module"],
    ...(receiver === undefined ? {} : { receiver }),
  };
}

function readDeclared(node: SyntaxNode, parent: SyntaxNode): DeclaredName | undefined {
  switch (parent.type) {
    case "class_declaration":
    case "object_declaration":
    case "companion_object":
      return isField(node, "name") ? declareAt(parent, "type") : undefined;
    case "type_alias":
      return isField(node, "type")
        ? { ...declareAt(parent, "type"), type: kotlinTypeIn(parent, node.endIndex) }
        : undefined;
    case "type_parameter": {
      const scope = parent.parent?.parent ?? undefined;
      const type = kotlinTypeIn(parent, node.endIndex);
      return { is: "declared", kind: "type", scope, type, isParameter: true };
    }
    case "function_declaration":
      return isField(node, "name") ? declareFunction(parent) : undefined;
    case "enum_entry":
      return isFirstChild(node)
        ? {
          ...declareAt(parent, "value"),
          type: field(findAround(parent, BODIES)?.parent ?? undefined, "name"),
        }
        : undefined;
    case "class_parameter":
      return declareClassParameter(node, parent);
    case "parameter":
    case "catch_block": {
      const scope = parent.type === "parameter" ? findAround(parent, FUNCTIONS) : parent;
      const type = kotlinTypeIn(parent, node.endIndex);
      return isFirstChild(node) ? { is: "declared", kind: "value", scope, type } : undefined;
    }
    case "variable_declaration":
      return declareVariable(node, parent);
  }
  return undefined;
}

/** Declares something for all files, for a block, or as a member of the type around it. */
function declareAt(node: SyntaxNode, kind: DeclaredName["kind"]): DeclaredName {
  const block = findAround(node, BLOCKS);
  const isMember = block !== undefined && BODIES.has(block.type);
  const isAnonymous = block?.parent?.type === "object_literal" ||
    block?.parent?.type === "enum_entry";
  const isPrivate = childrenOfType(node, "modifiers").some(({ text }) => /\bprivate\b/.test(text));
  const receiver = /function|property/.test(node.type) ? kotlinReceiver(node) : undefined;
  return {
    is: "declared",
    kind,
    ...(isMember && !isAnonymous ? { owner: kotlinOwnerAt(node) } : {}),
    ...(!isMember || isAnonymous || kind === "type" ? { scope: block ?? rootOf(node) } : {}),
    ...(receiver === undefined ? {} : { extended: receiver }),
    ...(isPrivate ? { isPrivate } : {}),
  };
}

function declareFunction(node: SyntaxNode): DeclaredName {
  const [parameters] = childrenOfType(node, "function_value_parameters");
  const type = kotlinTypeIn(node, parameters?.endIndex ?? node.endIndex);
  const value = expressionOf(childrenOfType(node, "function_body")[0]);
  return {
    ...declareAt(node, "function"),
    ...(type === undefined ? { value } : { type }),
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

function declareClassParameter(node: SyntaxNode, parameter: SyntaxNode): DeclaredName | undefined {
  const name = childrenOfType(parameter, "identifier")[0];
  if (!isSameNode(name, node)) return undefined;
  const isProperty = parameter.children.some(({ type }) => type === "val" || type === "var");
  const owner = parameter.parent?.parent?.parent ?? undefined;
  return {
    is: "declared",
    kind: "value",
    scope: owner,
    ...(isProperty ? { owner: field(owner, "name")?.text } : {}),
    type: kotlinTypeIn(parameter, node.endIndex),
  };
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
      const getter = childrenOfType(place, "getter")[0];
      const value = follows ?? expressionOf(getter && childrenOfType(getter, "function_body")[0]);
      return { ...declareAt(place, "value"), type, ...(isTuple ? {} : { value }) };
    }
    case "for_statement": {
      const element = type === undefined && !isTuple ? { value: follows, isElement: true } : {};
      return { is: "declared", kind: "value", scope: place, type, ...element };
    }
    case "lambda_parameters": {
      const lambda = place.parent ?? undefined;
      const given = lambda && place.namedChildCount === 1 ? kotlinGiven(lambda) : undefined;
      const value = given !== undefined && "of" in given
        ? { value: given.of, isElement: given.is === "element" }
        : {};
      return { is: "declared", kind: "value", scope: lambda, type, ...value };
    }
    case "when_subject":
      return {
        is: "declared",
        kind: "value",
        scope: place.parent ?? undefined,
        type,
        value: follows,
      };
  }
  return { ...declareAt(place, "value"), type };
}

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return childrenOfType(root, "import").flatMap((node): readonly ImportedBinding[] => {
    const path = node.firstNamedChild;
    if (path === null) return [];
    const module = path.text.replaceAll(/\s/g, "");
    const start = node.startIndex;
    if (node.children.some(({ type }) => type === "*")) return [{ module, start }];
    const dot = module.lastIndexOf(".");
    if (dot < 0) return [];
    const name = module.slice(dot + 1);
    const alias = node.namedChildCount > 1 ? node.lastNamedChild?.text : undefined;
    return [{ module: module.slice(0, dot), name, local: alias ?? name, start }];
  });
}
