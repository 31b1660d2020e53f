import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import {
  childrenOfType,
  createSubnode,
  field,
  indexOfNode,
  isFirstChild,
  isInField,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  assignedConstant,
  resultOf,
  RUBY_TYPES,
  rubyParameterScope,
  scopeOf,
} from "./ruby_types.ts";
import { createNameReader, declared, toWordSet, used } from "./tables.ts";

const { ownerAt } = RUBY_TYPES;

const ASSIGNMENTS = toWordSet("assignment operator_assignment");
const TARGETS = toWordSet("left_assignment_list destructured_left_assignment rest_assignment");
const VARIABLES = toWordSet("instance_variable class_variable global_variable");
/** Calls whose symbols declare members. */
const ACCESSORS = toWordSet(
  "attr_reader attr_writer attr_accessor attr cattr_accessor mattr_accessor class_attribute",
);
const DEFINERS = toWordSet("define_method define_singleton_method alias_method scope delegate");
/** Methods that call the member named by a symbol. */
const SENDERS = toWordSet(
  "send public_send __send__ try try! method public_method instance_method respond_to? instance_variable_get",
);
/** Methods that pass the elements of a list to a block one by one. */
const ITERATING = toWordSet(
  "each map flat_map select filter reject each_with_index each_with_object find detect any? all? none? sort_by " +
    "group_by sum min_by max_by filter_map partition each_slice find_each count collect",
);

export default {
  ...RUBY_TYPES,
  names: "identifier constant instance_variable class_variable global_variable setter",
  readName: createNameReader({
    useOf,
    ownerAt,
    rows: {
      "class.name module.name": (name) => declared("type", ownerOf(name)),
      "method.name singleton_method.name": (_name, node) =>
        declared("function", { ...ownerOf(node), value: resultOf(node) }),
      "setter": (_name, node) => declared("value", ownerOf(node)),
      "alias.name": (name, node) =>
        declared("function", { ...ownerOf(name), value: field(node, "alias") }),
      "scope_resolution": readScoped,
      "exception_variable": (name, { parent }) =>
        declareLocal(name, { type: field(parent, "exceptions") }),
      "for.pattern as_pattern.name": (name) => declareLocal(name),
      "call.method": (_name, node) => used("call", { receiver: field(node, "receiver") }),
      "method_parameters block_parameters lambda_parameters": declareParameter,
      "destructured_parameter": declareParameter,
      "optional_parameter.name splat_parameter.name keyword_parameter.name":
        declareParameterWithDefault,
      "hash_splat_parameter.name block_parameter.name": declareParameterWithDefault,
      "simple_symbol": (name, node) =>
        VARIABLES.has(name.type) ? useOf(name) : readSymbol(name, node) ?? null,
    },
    otherwise: (name) => readAssigned(name) ?? useOf(name),
  }),
  nameInside(node, start, end) {
    const isName = node.type === "simple_symbol" && node.startIndex + 1 === start &&
      node.endIndex === end;
    return isName ? createSubnode(node, { text: node.text.slice(1), start }) : undefined;
  },
  /** Reads `require_relative "a"` and `require "a"`, which load files but bind no names. */
  readImports(root) {
    return childrenOfType(root, "call").flatMap((node): readonly ImportedBinding[] => {
      const method = field(node, "method")?.text;
      if (method !== "require" && method !== "require_relative") return [];
      const path = field(node, "arguments")?.firstNamedChild?.firstNamedChild;
      if (path?.type !== "string_content") return [];
      const module = method === "require" || path.text.startsWith(".")
        ? path.text
        : `./${path.text}`;
      return [{ module, name: "*", start: node.startIndex }];
    });
  },
  hasImplicitMembers: true,
  hasSubtypeMembers: true,
  constructorName: "initialize",
  catchAllMembers: ["method_missing"],
  modules: "load path",
  implicitVisibility: "everything",
  membersOutsideFile: "anywhere",
} satisfies ReferenceRules;

function ownerOf(node: SyntaxNode): Pick<DeclaredName, "owner" | "scope"> {
  const owner = ownerAt(node);
  return owner === undefined ? { scope: scopeOf(node) } : { owner };
}

function declareLocal(node: SyntaxNode, known: Partial<DeclaredName> = {}): DeclaredName {
  // Before its assignment the name is a call.
  return declared("value", { scope: scopeOf(node), visibleFrom: node.startIndex, ...known });
}

/**
 * Declares a parameter; the parameter of a block is an element of the list that the block iterates
 * over.
 */
function declareParameter(node: SyntaxNode, parameters: SyntaxNode): DeclaredName {
  const scope = rubyParameterScope(node);
  const call = scope.parent?.type === "call" ? scope.parent : undefined;
  const isElement = parameters.type === "block_parameters" && isFirstChild(node) &&
    ITERATING.has(field(call, "method")?.text ?? "");
  const value = isElement ? field(call, "receiver") : undefined;
  return declared("value", { scope, value, isElement });
}

function declareParameterWithDefault(node: SyntaxNode, parameter: SyntaxNode): DeclaredName {
  return { ...declareParameter(node, parameter), value: field(parameter, "value") };
}

/** Reads `x = …`, `@x = …` and `X = …`; members are assigned by a call. */
function readAssigned(node: SyntaxNode): NameUse | undefined {
  let inner = node;
  let outer = node.parent!;
  while (TARGETS.has(outer.type)) [inner, outer] = [outer, outer.parent!];
  if (!ASSIGNMENTS.has(outer.type) || !isInField(inner, "left")) return undefined;
  const right = field(outer, "right");
  const value = inner === node ? right : assignedValue(right, inner, node);
  if (node.type === "constant") {
    const isType = right !== undefined && assignedConstant(right) !== undefined;
    return declared(isType ? "type" : "value", { ...ownerOf(node), value });
  }
  if (VARIABLES.has(node.type)) return declared("value", { ...ownerOf(node), value });
  // `x += 1` is no declaration.
  const isFirst = outer.type === "assignment" || field(outer, "operator")?.type === "||=";
  return isFirst ? declareLocal(node, { value }) : undefined;
}

function assignedValue(
  right: SyntaxNode | undefined,
  targets: SyntaxNode,
  node: SyntaxNode,
): SyntaxNode | undefined {
  if (right?.type !== "right_assignment_list") return undefined;
  return right.namedChild(indexOfNode(targets.namedChildren, node)) ?? undefined;
}

function readScoped(node: SyntaxNode, path: SyntaxNode): NameUse {
  if (!isInField(node, "name")) return useOf(node);
  const outer = path.parent;
  const isDeclared = (outer?.type === "class" || outer?.type === "module") &&
    isInField(path, "name");
  return isDeclared
    ? declared("type", ownerOf(node))
    : { ...useOf(node), receiver: field(path, "scope") };
}

/** Reads a name alone: a call without brackets, a variable, or a constant. */
function useOf(node: SyntaxNode): UsedName {
  const path = node.parent?.type === "scope_resolution" ? node.parent : node;
  const isConstructed = path.parent?.type === "call" && isInField(path, "receiver") &&
    field(path.parent, "method")?.text === "new";
  if (isConstructed && node.type === "constant") return used("new");
  const isCall = node.type === "identifier" && !isInField(node, "left");
  return used(isCall ? "call" : "use");
}

/** Reads a symbol that declares a member, as in `attr_reader`, or names a called method. */
function readSymbol(node: SyntaxNode, symbol: SyntaxNode): NameUse | undefined {
  const list = symbol.parent;
  const call = list?.parent;
  if (list?.type === "block_argument") return used("call", { receiver: list });
  if (list?.type !== "argument_list" || call?.type !== "call") return undefined;
  const method = field(call, "method")?.text ?? "";
  const receiver = field(call, "receiver");
  if (ACCESSORS.has(method)) {
    const text = `@${node.text}`;
    const start = symbol.endIndex - text.length;
    const variable = createSubnode(symbol, { type: "instance_variable", text, start });
    return declared("value", { ...ownerOf(symbol), value: variable });
  }
  const isFirst = isFirstChild(symbol);
  if (DEFINERS.has(method) && (isFirst || method === "delegate")) {
    return declared("function", ownerOf(symbol));
  }
  const constant = assignedConstant(call);
  if (constant !== undefined) return declared("value", { owner: constant.text });
  if (SENDERS.has(method) && isFirst) return used("call", { receiver });
  // A callback of a class: `before_action :check`.
  return receiver === undefined && ownerAt(symbol) !== undefined ? used("use") : undefined;
}
