import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "@dossier/core/outline";
import {
  baseTypeName,
  type Definition,
  type DefinitionRule,
  field,
  type LanguageRules,
  multilineBody,
  named,
} from "./definition.ts";

/** How the definitions of Rust are found. */
export const RUST_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["function_item", named("function")],
    ["function_signature_item", named("function")],
    ["struct_item", named("struct")],
    ["union_item", named("struct")],
    ["enum_item", named("enum")],
    ["trait_item", named("trait", { members: true })],
    ["mod_item", named("module", { members: true, needsBody: true })],
    ["macro_definition", macroDefinition],
    ["const_item", value("constant")],
    ["static_item", value("variable")],
    ["type_item", named("type")],
    ["associated_type", named("type")],
    ["impl_item", implementation],
  ]),
  wrappers: new Set(),
  blocks: new Set(["foreign_mod_item", "declaration_list"]),
  comments: new Set(["line_comment", "block_comment"]),
  attributes: new Set(["attribute_item", "inner_attribute_item"]),
};

function macroDefinition(node: Node): Definition[] {
  const name = field(node, "name");
  if (name === undefined) return [];
  return [{ kind: "macro", name: name.text, node, body: node.namedChild(1) ?? undefined }];
}

function value(kind: SymbolKind): DefinitionRule {
  return (node) => {
    const name = field(node, "name");
    if (name === undefined || name.text === "_") return [];
    return [{ kind, name: name.text, node, body: multilineBody(field(node, "value")) }];
  };
}

/** The functions of an `impl` are methods of its type; the block itself defines no name. */
function implementation(node: Node): Definition[] {
  const type = field(node, "type");
  const members = field(node, "body");
  if (type === undefined || members === undefined) return [];
  return [{ kind: "struct", name: baseTypeName(type.text), node, members, hidden: true }];
}
