import {
  type DeclaredName,
  type ImportedBinding,
  type NameUse,
  type ReferenceRules,
  type UsedName,
} from "../reference_rules.ts";
import { field, isField, type SyntaxNode } from "../syntax_node.ts";
import { readRubyExpression, rubyResult, rubyTypeNames } from "./ruby_expressions.ts";
import {
  rubyBases,
  rubyMade,
  rubyOwner,
  rubyOwnerPath,
  rubyParameterScope,
  rubyScope,
} from "./ruby_scopes.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const PARAMETERS = setOf(
  "method_parameters block_parameters lambda_parameters destructured_parameter",
);
const NAMED_PARAMETERS = setOf(
  "optional_parameter splat_parameter keyword_parameter hash_splat_parameter block_parameter",
);
const ASSIGNMENTS = setOf("assignment operator_assignment");
const TARGETS = setOf("left_assignment_list destructured_left_assignment rest_assignment");
const VARIABLES = setOf("instance_variable class_variable global_variable");
/** Calls whose symbols declare members. */
const ACCESSORS = setOf(
  "attr_reader attr_writer attr_accessor attr cattr_accessor mattr_accessor class_attribute",
);
const DEFINERS = setOf("define_method define_singleton_method alias_method scope delegate");
/** Calls of the member that a symbol names. */
const SENDERS = setOf(
  "send public_send __send__ try try! method public_method instance_method respond_to? instance_variable_get",
);
/** Methods that give the elements of a list one by one. */
const EACH = setOf(
  "each map flat_map select filter reject each_with_index each_with_object find detect any? all? none? sort_by " +
    "group_by sum min_by max_by filter_map partition each_slice find_each count collect",
);

/** How the names of Ruby are read. */
export const RUBY_REFERENCES: ReferenceRules = {
  names: "identifier constant instance_variable class_variable global_variable setter",
  readName,
  nameInside,
  readExpression: readRubyExpression,
  typeNames: rubyTypeNames,
  elementType: () => undefined,
  basesOf: rubyBases,
  ownerAt: rubyOwner,
  ownerPath: rubyOwnerPath,
  readImports,
  hasImplicitMembers: true,
  hasLateMembers: true,
  constructorName: "initialize",
  catchAllMembers: ["method_missing"],
  modules: "load path",
  shares: "everything",
  membersApart: "anywhere",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  switch (parent.type) {
    case "simple_symbol":
      return VARIABLES.has(node.type) ? useOf(node) : readSymbol(node, parent);
    case "class":
    case "module":
      return isField(node, "name") ? declareType(node) : useOf(node);
    case "method":
    case "singleton_method":
      return isField(node, "name") ? declareMethod(parent) : useOf(node);
    case "setter":
      return { is: "declared", kind: "value", ...ownerOf(parent) };
    case "alias":
      return isField(node, "name")
        ? { is: "declared", kind: "function", ...ownerOf(node), value: field(parent, "alias") }
        : useOf(node);
    case "scope_resolution":
      return readScoped(node, parent);
    case "exception_variable":
      return declareLocal(node, { type: field(parent.parent ?? undefined, "exceptions") });
    case "for":
      if (isField(node, "pattern")) return declareLocal(node, {});
      break;
    case "as_pattern":
      if (isField(node, "name")) return declareLocal(node, {});
      break;
    case "call":
      if (isField(node, "method")) return readCalled(parent);
  }
  if (PARAMETERS.has(parent.type)) return declareParameter(node, parent);
  if (NAMED_PARAMETERS.has(parent.type) && isField(node, "name")) {
    return { ...declareParameter(node, parent), value: field(parent, "value") };
  }
  return readAssigned(node) ?? useOf(node);
}

function ownerOf(node: SyntaxNode): Pick<DeclaredName, "owner" | "scope"> {
  const owner = rubyOwner(node);
  return owner === undefined ? { scope: rubyScope(node) } : { owner };
}

function declareType(node: SyntaxNode): NameUse {
  return { is: "declared", kind: "type", ...ownerOf(node) };
}

function declareMethod(method: SyntaxNode): NameUse {
  return { is: "declared", kind: "function", ...ownerOf(method), value: rubyResult(method) };
}

function declareLocal(node: SyntaxNode, value: Partial<DeclaredName>): NameUse {
  // Before it is assigned the name is a call.
  const knownFrom = node.startIndex;
  return { is: "declared", kind: "value", scope: rubyScope(node), knownFrom, ...value };
}

/** Declares a parameter; that of a block is an element of the list that the block goes over. */
function declareParameter(node: SyntaxNode, parameters: SyntaxNode): DeclaredName {
  const scope = rubyParameterScope(node);
  const call = scope.parent?.type === "call" ? scope.parent : undefined;
  const isFirst = parameters.type === "block_parameters" &&
    parameters.firstNamedChild?.id === node.id;
  const isElement = isFirst && EACH.has(field(call, "method")?.text ?? "");
  return {
    is: "declared",
    kind: "value",
    scope,
    ...(isElement ? { value: field(call, "receiver"), isElement } : {}),
  };
}

/** Reads `x = …`, `@x = …` and `X = …`; members are assigned to through a call. */
function readAssigned(node: SyntaxNode): NameUse | undefined {
  let inner = node;
  let outer = node.parent!;
  while (TARGETS.has(outer.type)) [inner, outer] = [outer, outer.parent!];
  if (!ASSIGNMENTS.has(outer.type) || !isField(inner, "left")) return undefined;
  const right = field(outer, "right");
  const value = inner === node ? right : partOf(right, inner, node);
  if (node.type === "constant") {
    const isType = right !== undefined && rubyMade(right) !== undefined;
    return { is: "declared", kind: isType ? "type" : "value", ...ownerOf(node), value };
  }
  if (VARIABLES.has(node.type)) return { is: "declared", kind: "value", ...ownerOf(node), value };
  // `x += 1` is no declaration.
  const isFirst = outer.type === "assignment" || field(outer, "operator")?.type === "||=";
  return isFirst ? declareLocal(node, { value }) : undefined;
}

function partOf(
  right: SyntaxNode | undefined,
  targets: SyntaxNode,
  node: SyntaxNode,
): SyntaxNode | undefined {
  if (right?.type !== "right_assignment_list") return undefined;
  const index = targets.namedChildren.findIndex(({ id }) => id === node.id);
  return right.namedChild(index) ?? undefined;
}

function readScoped(node: SyntaxNode, path: SyntaxNode): NameUse | undefined {
  if (!isField(node, "name")) return useOf(node);
  const outer = path.parent;
  const scope = field(path, "scope");
  if ((outer?.type === "class" || outer?.type === "module") && isField(path, "name")) {
    return { is: "declared", kind: "type", ...ownerOf(node) };
  }
  return scope === undefined ? useOf(node) : { ...useOf(node), receiver: scope };
}

/** Reads the method of a call; `x.name = …` assigns to a member. */
function readCalled(call: SyntaxNode): NameUse {
  const receiver = field(call, "receiver");
  return { is: "used", how: "call", ...(receiver === undefined ? {} : { receiver }) };
}

/** Reads a name alone: a call without brackets, a variable, or a constant. */
function useOf(node: SyntaxNode): UsedName {
  const path = node.parent?.type === "scope_resolution" ? node.parent : node;
  const isMade = path.parent?.type === "call" && isField(path, "receiver") &&
    field(path.parent, "method")?.text === "new";
  if (isMade && node.type === "constant") return { is: "used", how: "new" };
  const isCall = node.type === "identifier" && !isField(node, "left");
  return { is: "used", how: isCall ? "call" : "use" };
}

/** Returns the name in a symbol. */
function nameInside(node: SyntaxNode, start: number, end: number): SyntaxNode | undefined {
  if (node.type !== "simple_symbol" || node.startIndex + 1 !== start || node.endIndex !== end) {
    return undefined;
  }
  return nameNode(node, { type: "identifier", text: node.text.slice(1), start });
}

/** Returns a node with another name that stands in a node. */
function nameNode(
  parent: SyntaxNode,
  { type, text, start }: { readonly type: string; readonly text: string; readonly start: number },
): SyntaxNode {
  return Object.create(parent, {
    type: { value: type },
    text: { value: text },
    parent: { value: parent },
    startIndex: { value: start },
    endIndex: { value: parent.endIndex },
  });
}

/** Reads a symbol that declares a member, as of `attr_reader`, or names a method that is called. */
function readSymbol(node: SyntaxNode, symbol: SyntaxNode): NameUse | undefined {
  const list = symbol.parent;
  const call = list?.parent;
  if (list?.type === "block_argument") return { is: "used", how: "call", receiver: list };
  if (list?.type !== "argument_list" || call?.type !== "call") return undefined;
  const method = field(call, "method")?.text ?? "";
  const receiver = field(call, "receiver");
  if (ACCESSORS.has(method)) {
    const variable = nameNode(symbol, {
      type: "instance_variable",
      text: `@${node.text}`,
      start: symbol.startIndex,
    });
    return { is: "declared", kind: "value", ...ownerOf(symbol), value: variable };
  }
  const isFirst = list.firstNamedChild?.id === symbol.id;
  if (DEFINERS.has(method) && (isFirst || method === "delegate")) {
    return { is: "declared", kind: "function", ...ownerOf(symbol) };
  }
  const made = rubyMade(call);
  if (made !== undefined) return { is: "declared", kind: "value", owner: made.text };
  if (SENDERS.has(method) && isFirst) {
    return { is: "used", how: "call", ...(receiver === undefined ? {} : { receiver }) };
  }
  // A callback of a class: `before_action :check`.
  return receiver === undefined && rubyOwner(symbol) !== undefined
    ? { is: "used", how: "use" }
    : undefined;
}

/** Reads `require_relative "a"` and `require "a"`, which bring in files and no names. */
function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    const method = node.type === "call" ? field(node, "method")?.text : undefined;
    if (method !== "require" && method !== "require_relative") return [];
    const path = field(node, "arguments")?.firstNamedChild?.firstNamedChild;
    if (path?.type !== "string_content") return [];
    const module = method === "require" || path.text.startsWith(".") ? path.text : `./${path.text}`;
    return [{ module, name: "*", start: node.startIndex }];
  });
}
