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

/** How the definitions of C# are found. */
export const CSHARP_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["namespace_declaration", named("module", { members: true })],
    ["file_scoped_namespace_declaration", fileNamespace],
    ["class_declaration", named("class", { members: true })],
    ["record_declaration", named("class", { members: true })],
    ["struct_declaration", named("struct", { members: true })],
    ["interface_declaration", named("interface", { members: true })],
    ["enum_declaration", named("enum")],
    ["delegate_declaration", named("type")],
    ["method_declaration", named("method")],
    ["constructor_declaration", named("method")],
    ["destructor_declaration", destructor],
    ["local_function_statement", named("function")],
    ["property_declaration", named("field", { body: "accessors" })],
    ["field_declaration", constants],
  ]),
  wrappers: new Set(["global_statement"]),
  blocks: new Set([
    "declaration_list",
    "preproc_if",
    "preproc_elif",
    "preproc_else",
  ]),
  comments: new Set(["comment"]),
  attributes: new Set(["attribute_list"]),
};

function fileNamespace(node: Node): Definition[] {
  const name = field(node, "name");
  return name === undefined ? [] : [{ kind: "module", name: name.text, node, opensRest: true }];
}

function destructor(node: Node): Definition[] {
  const name = field(node, "name");
  if (name === undefined) return [];
  return [{ kind: "method", name: `~${name.text}`, node, body: field(node, "body") }];
}

/** Only `const` fields: the others are part of the class's own text. */
function constants(node: Node): Definition[] {
  if (!childrenOfType(node, "modifier").some((modifier) => modifier.text === "const")) return [];
  const [variables] = childrenOfType(node, "variable_declaration");
  if (variables === undefined) return [];
  const declarators = childrenOfType(variables, "variable_declarator");
  return declarators.flatMap((declarator) => {
    const name = field(declarator, "name");
    if (name === undefined) return [];
    const outer = declarators.length === 1 ? node : declarator;
    const body = multilineBody(declarator.lastNamedChild ?? undefined);
    return [{ kind: "constant", name: name.text, node: outer, body }];
  });
}
