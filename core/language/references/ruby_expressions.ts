import type { Expression } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { isConstant } from "./ruby_scopes.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const PICKS = setOf("first last find detect pop shift sample min_by max_by");
const SAME = setOf(
  "tap dup clone freeze then itself presence sort select filter reject sort_by compact uniq to_a",
);
const STATEMENTS = setOf(
  "body_statement block_body then else parenthesized_statements begin_block",
);

/** Reads an expression of Ruby. */
export function readRubyExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
    case "constant":
    case "instance_variable":
    case "class_variable":
    case "global_variable":
      return { is: "name", name: node };
    case "scope_resolution": {
      const name = field(node, "name");
      return name === undefined ? undefined : { is: "name", name };
    }
    case "self":
      return { is: "self" };
    case "call":
      return readCall(node);
    case "element_reference": {
      const of = field(node, "object");
      return of === undefined ? undefined : { is: "element", of };
    }
    case "block_argument": {
      const of = field(node.parent?.parent ?? undefined, "receiver");
      return of === undefined ? undefined : { is: "element", of };
    }
    case "assignment":
      return sameAs(field(node, "right"));
    case "binary":
      return /^(?:\|\||or)$/.test(field(node, "operator")?.type ?? "")
        ? sameAs(field(node, "right"))
        : undefined;
    case "conditional":
      return sameAs(field(node, "consequence"));
    case "parenthesized_statements":
      return sameAs(node.lastNamedChild);
  }
  return undefined;
}

function sameAs(of: SyntaxNode | null | undefined): Expression | undefined {
  return of === null || of === undefined ? undefined : { is: "same", of };
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "method");
  const receiver = field(node, "receiver");
  if (callee === undefined) return undefined;
  const name = callee.text;
  if (name === "new" && receiver === undefined) return { is: "self" };
  if (receiver !== undefined) {
    if (name === "new") {
      return isConstant(receiver) ? { is: "typed", type: receiver } : sameAs(receiver);
    }
    if (name === "class") return sameAs(receiver);
    if (PICKS.has(name)) return { is: "element", of: receiver };
    if (SAME.has(name)) return sameAs(receiver);
  }
  return { is: "call", callee };
}

/** Returns the names of a type of Ruby, which is a constant or what `rescue` lists. */
export function rubyTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  if (type.type === "constant" || type.type === "identifier") return [type];
  if (type.type === "exceptions") {
    return type.namedChildren.flatMap((one) => rubyTypeNames(one) ?? []);
  }
  const name = type.type === "scope_resolution" ? field(type, "name") : undefined;
  return name === undefined ? undefined : [name];
}

/** Returns the last expression of a method, which it returns. */
export function rubyResult(method: SyntaxNode): SyntaxNode | undefined {
  let node = field(method, "body");
  while (node !== undefined && STATEMENTS.has(node.type)) node = node.lastNamedChild ?? undefined;
  if (node?.type === "return") return node.firstNamedChild?.firstNamedChild ?? undefined;
  return node;
}
