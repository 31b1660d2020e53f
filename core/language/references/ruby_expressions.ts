import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { isConstant } from "./ruby_scopes.ts";
import {
  callOf,
  expressionReader,
  resultOfMember,
  sameAs,
  setOf,
  typedBy,
  typeNamesReader,
} from "./tables.ts";

/** Methods of lists and other holders. */
const MEMBERS = {
  same: setOf(
    "tap dup clone freeze then itself presence sort select filter reject sort_by compact uniq to_a class",
  ),
  element: setOf("first last find detect pop shift sample min_by max_by"),
};
const STATEMENTS = setOf(
  "body_statement block_body then else parenthesized_statements begin_block",
);

/** Reads an expression of Ruby. */
export const readRubyExpression: ReferenceRules["readExpression"] = expressionReader({
  "identifier constant instance_variable class_variable global_variable": "name",
  "scope_resolution": "name name",
  "self": "self",
  "call": readCall,
  "element_reference": "element object",
  "block_argument": "element parent.parent.receiver",
  "assignment": "same right",
  "binary": (node) =>
    /^(?:\|\||or)$/.test(field(node, "operator")?.type ?? "")
      ? sameAs(field(node, "right"))
      : undefined,
  "conditional": "same consequence",
  "parenthesized_statements": "same last",
});

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "method");
  const receiver = field(node, "receiver");
  if (callee === undefined) return undefined;
  const name = callee.text;
  if (receiver === undefined) return name === "new" ? { is: "self" } : callOf(callee);
  if (name === "new") return isConstant(receiver) ? typedBy(receiver) : sameAs(receiver);
  return resultOfMember(name, receiver, MEMBERS) ?? callOf(callee);
}

/** Returns the names of a type of Ruby, which is a constant or what `rescue` lists. */
export const rubyTypeNames: ReferenceRules["typeNames"] = typeNamesReader({
  "constant identifier": "name",
  "exceptions": ({ namedChildren }) => namedChildren.flatMap((one) => rubyTypeNames(one) ?? []),
  "scope_resolution": "name name",
}, "any");

/** Returns the last expression of a method, which it returns. */
export function rubyResult(method: SyntaxNode): SyntaxNode | undefined {
  let node = field(method, "body");
  while (node !== undefined && STATEMENTS.has(node.type)) node = node.lastNamedChild ?? undefined;
  if (node?.type === "return") return node.firstNamedChild?.firstNamedChild ?? undefined;
  return node;
}
