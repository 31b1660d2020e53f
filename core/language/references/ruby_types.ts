import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { childrenOfType, field, findAncestor, isInField, type SyntaxNode } from "../syntax_node.ts";
import {
  createExpressionReader,
  createTypeNamesReader,
  resultOfMember,
  toExpression,
  toWordSet,
} from "./tables.ts";

const TYPES = toWordSet("class module");
const METHODS = toWordSet("method singleton_method");
const BLOCKS = toWordSet("block do_block lambda");
const PARAMETER_SCOPES = new Set([...METHODS, ...BLOCKS]);
/** Classes whose instances are classes or modules, which are assigned to constants. */
const CLASS_FACTORIES = toWordSet("Struct Class Module Data");
const MIXINS = toWordSet("include extend prepend");

/**
 * Returns the class, module or method around a node, or the whole file, which is the scope of local
 * variables.
 */
export function scopeOf(node: SyntaxNode): SyntaxNode {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (METHODS.has(around.type)) return around;
    if (TYPES.has(around.type) && isInField(inner, "body")) return around;
  }
  return inner;
}

/** Returns the block, lambda or method that has a node as its parameter. */
export function rubyParameterScope(node: SyntaxNode): SyntaxNode {
  return findAncestor(node, PARAMETER_SCOPES) ?? scopeOf(node);
}

/** Returns the name of the class or module around a node, without its path. */
function ownerAt(node: SyntaxNode): string | undefined {
  return findEnclosingTypeName(node)?.text.split("::").at(-1);
}

function findEnclosingTypeName(node: SyntaxNode): SyntaxNode | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (TYPES.has(around.type)) {
      if (isInField(inner, "body")) return field(around, "name");
      // The qualifier in the path of its own name.
      if (inner !== node && inner.type === "scope_resolution" && isInField(node, "name")) {
        return field(inner, "scope");
      }
      // The head belongs to the scope around it.
      inner = around;
      continue;
    }
    if (!BLOCKS.has(around.type) || around.parent?.type !== "call") continue;
    const constant = assignedConstant(around.parent);
    if (constant !== undefined) return constant;
  }
  return undefined;
}

/** Returns the constant that `Struct.new(…)` or `Class.new(…)` is assigned to. */
export function assignedConstant(call: SyntaxNode): SyntaxNode | undefined {
  const isMaker = CLASS_FACTORIES.has(field(call, "receiver")?.text ?? "");
  if (!isMaker || call.parent?.type !== "assignment" || !isInField(call, "right")) return undefined;
  const name = field(call.parent, "left");
  return name?.type === "constant" ? name : undefined;
}

function isConstant({ type }: SyntaxNode): boolean {
  return type === "constant" || type === "scope_resolution";
}

/** Methods of lists and other containers. */
const MEMBERS = {
  same: toWordSet(
    "tap dup clone freeze then itself presence sort select filter reject sort_by compact uniq to_a class",
  ),
  element: toWordSet("first last find detect pop shift sample min_by max_by"),
};
const STATEMENTS = toWordSet(
  "body_statement block_body then else parenthesized_statements begin_block",
);

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "method");
  const receiver = field(node, "receiver");
  if (callee === undefined) return undefined;
  const name = callee.text;
  if (receiver === undefined) return name === "new" ? { is: "self" } : toExpression("call", callee);
  if (name === "new") {
    return isConstant(receiver) ? toExpression("typed", receiver) : toExpression("same", receiver);
  }
  return resultOfMember(name, receiver, MEMBERS) ?? toExpression("call", callee);
}

/** Returns the names of a Ruby type, which is a constant or a list of `rescue`. */
const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "constant identifier": "name",
  "exceptions": ({ namedChildren }) => namedChildren.flatMap((one) => typeNames(one) ?? []),
  "scope_resolution": "name name",
}, "any");

/** Returns the last expression of a method, which is its result. */
export function resultOf(method: SyntaxNode): SyntaxNode | undefined {
  let node = field(method, "body");
  while (node !== undefined && STATEMENTS.has(node.type)) node = node.lastNamedChild ?? undefined;
  if (node?.type === "return") return node.firstNamedChild?.firstNamedChild ?? undefined;
  return node;
}

export const RUBY_TYPES = {
  readExpression: createExpressionReader({
    "identifier constant instance_variable class_variable global_variable": "name",
    "scope_resolution": "name name",
    "self": "self",
    "call": readCall,
    "element_reference": "element object",
    "block_argument": "element parent.parent.receiver",
    "assignment": "same right",
    "binary": (node) =>
      /^(?:\|\||or)$/.test(field(node, "operator")?.type ?? "")
        ? toExpression("same", field(node, "right"))
        : undefined,
    "conditional": "same consequence",
    "parenthesized_statements": "same last",
  }),
  typeNames,
  elementType: () => undefined,
  /** Returns the base of a class, and the modules that it or a module mixes in, given its name. */
  basesOf(name) {
    const path = name.parent?.type === "scope_resolution" ? name.parent : name;
    const type = path.parent;
    if (type?.type === "assignment") {
      const creation = field(type, "right");
      const isClass = field(creation, "receiver")?.text === "Class";
      return isClass ? (field(creation, "arguments")?.namedChildren ?? []).slice(0, 1) : [];
    }
    if (type === null || !TYPES.has(type.type)) return [];
    // Mixed-in modules take precedence.
    const mixed = childrenOfType(field(type, "body"), "call").flatMap((one) =>
      MIXINS.has(field(one, "method")?.text ?? "")
        ? field(one, "arguments")?.namedChildren.filter(isConstant) ?? []
        : []
    );
    return [...mixed, ...field(type, "superclass")?.namedChildren.slice(0, 1) ?? []];
  },
  ownerAt,
  /** Returns the whole path of the class or module around a node: `A::B`, empty at the top of a file. */
  ownerPath(node) {
    const path: string[] = [];
    for (
      let name = findEnclosingTypeName(node);
      name !== undefined;
      name = findEnclosingTypeName(name)
    ) {
      path.unshift(name.text);
      if (name.text.startsWith("::")) break;
    }
    return path.join("::").replace(/^::/, "");
  },
} satisfies Partial<ReferenceRules>;
