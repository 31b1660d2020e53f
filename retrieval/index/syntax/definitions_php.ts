import type { Node } from "web-tree-sitter";
import {
  childrenOfType,
  type Definition,
  type DefinitionRule,
  field,
  type LanguageRules,
  multilineBody,
  named,
} from "./definition.ts";

/** How the definitions of PHP are found. */
export const PHP_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["namespace_definition", namespace],
    ["class_declaration", named("class", { members: true })],
    ["interface_declaration", named("interface", { members: true })],
    ["trait_declaration", named("trait", { members: true })],
    ["enum_declaration", named("enum", { members: true })],
    ["function_definition", named("function")],
    ["method_declaration", named("method")],
    ["const_declaration", constants],
  ]),
  wrappers: new Set(),
  blocks: new Set(["compound_statement", "if_statement", "else_clause", "else_if_clause"]),
  comments: new Set(["comment"]),
  attributes: new Set(["attribute_list"]),
};

function namespace(node: Node): Definition[] | undefined {
  const name = field(node, "name");
  const body = field(node, "body");
  // `namespace { … }` is the global one.
  if (name === undefined) return body === undefined ? [] : [globalNamespace(body)];
  const opensRest = body === undefined;
  return [{ kind: "module", name: name.text, node, body, members: body, opensRest }];
}

function globalNamespace(body: Node): Definition {
  return { kind: "module", name: "", node: body, members: body, hidden: true };
}

function constants(node: Node): Definition[] {
  const elements = childrenOfType(node, "const_element");
  return elements.flatMap((element) => {
    const name = element.firstNamedChild;
    if (name === null) return [];
    const outer = elements.length === 1 ? node : element;
    const body = multilineBody(element.lastNamedChild ?? undefined);
    return [{ kind: "constant", name: name.text, node: outer, body }];
  });
}
