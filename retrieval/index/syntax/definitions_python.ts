import type { Node } from "web-tree-sitter";
import {
  type Definition,
  type DefinitionRule,
  field,
  kindByCase,
  type LanguageRules,
  multilineBody,
  named,
  type Scope,
} from "./definition.ts";

/** How the definitions of Python are found. */
export const PYTHON_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["class_definition", named("class", { members: true })],
    ["function_definition", named("function")],
    ["type_alias_statement", typeAlias],
    ["expression_statement", assignment],
  ]),
  wrappers: new Set(["decorated_definition"]),
  blocks: new Set([
    "block",
    "if_statement",
    "elif_clause",
    "else_clause",
    "try_statement",
    "except_clause",
    "finally_clause",
    "with_statement",
  ]),
  comments: new Set(["comment"]),
  attributes: new Set(["decorator"]),
  docString,
};

function typeAlias(node: Node): Definition[] {
  const name = field(node, "left");
  return name === undefined ? [] : [{ kind: "type", name: name.text, node }];
}

/** Names bound at file level, and those in capitals in a class. */
function assignment(node: Node, scope: Scope): Definition[] {
  const expression = node.firstNamedChild;
  if (expression?.type !== "assignment") return [];
  const left = field(expression, "left");
  if (left?.type !== "identifier") return [];
  const kind = kindByCase(left.text);
  if (scope.kind !== undefined && kind === "variable") return [];
  return [{ kind, name: left.text, node, body: multilineBody(field(expression, "right")) }];
}

function docString({ kind, body }: Definition): Node | undefined {
  if (kind !== "class" && kind !== "function") return undefined;
  const first = body?.firstNamedChild;
  const string = first?.type === "expression_statement" ? first.firstNamedChild : first;
  if (string?.type !== "string") return undefined;
  return string.namedChildren.find((child) => child.type === "string_content");
}
