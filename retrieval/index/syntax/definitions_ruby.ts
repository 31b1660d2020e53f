import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "@dossier/core/outline";
import {
  type Definition,
  type DefinitionRule,
  field,
  type LanguageRules,
  multilineBody,
  type Scope,
} from "./definition.ts";

/** How the definitions of Ruby are found. */
export const RUBY_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["class", constantNamed("class")],
    ["module", constantNamed("module")],
    ["method", method],
    ["singleton_method", method],
    ["assignment", constant],
  ]),
  // `private def …` passes the method's name to a call.
  wrappers: new Set(["call", "argument_list"]),
  blocks: new Set([
    "body_statement",
    "singleton_class",
    "do_block",
    "begin",
    "if",
    "unless",
    "else",
    "then",
  ]),
  comments: new Set(["comment"]),
  attributes: new Set(),
};

/** `class A::B` defines `B` in `A`. */
function constantNamed(kind: SymbolKind): DefinitionRule {
  return (node) => {
    const path = field(node, "name");
    if (path === undefined) return undefined;
    const name = field(path, "name") ?? path;
    const owner = field(path, "scope")?.text;
    const members = field(node, "body");
    const body = members ?? endKeyword(node);
    return [{ kind, name: name.text, node, body, owner, members }];
  };
}

function method(node: Node, scope: Scope): Definition[] | undefined {
  const name = field(node, "name");
  if (name === undefined) return undefined;
  const isMember = scope.kind !== undefined || node.type === "singleton_method";
  const body = field(node, "body") ?? endKeyword(node);
  return [{ kind: isMember ? "method" : "function", name: name.text, node, body }];
}

function endKeyword(node: Node): Node | undefined {
  const last = node.lastChild;
  return last?.type === "end" ? last : undefined;
}

function constant(node: Node): Definition[] {
  const name = field(node, "left");
  if (name?.type !== "constant") return [];
  const value = field(node, "right");
  const block = value?.type === "call" ? field(value, "block") : undefined;
  // `Point = Struct.new(:x) do … end` is a class in all but its keyword.
  const kind = block === undefined ? "constant" : "class";
  return [{ kind, name: name.text, node, body: block ?? multilineBody(value), members: block }];
}
