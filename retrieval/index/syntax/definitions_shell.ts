import type { Node } from "web-tree-sitter";
import {
  type Definition,
  type DefinitionRule,
  field,
  kindByCase,
  type LanguageRules,
  multilineBody,
  named,
} from "./definition.ts";

/** How the definitions of Bash are found. */
export const BASH_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["function_definition", named("function")],
    ["variable_assignment", assignment],
  ]),
  wrappers: new Set(["declaration_command"]),
  blocks: new Set(["if_statement", "elif_clause", "else_clause", "compound_statement", "list"]),
  comments: new Set(["comment"]),
  attributes: new Set(),
};

/** Only names in capitals, which a script keeps for its settings; the others are passing values. */
function assignment(node: Node): Definition[] {
  const name = field(node, "name");
  if (name === undefined || kindByCase(name.text) !== "constant") return [];
  const body = multilineBody(field(node, "value"));
  return [{ kind: "constant", name: name.text, node, body }];
}
