import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "@dossier/core/outline";
import {
  childrenOfType,
  type Definition,
  type DefinitionRule,
  field,
  type LanguageRules,
  multilineBody,
  named,
  type Scope,
} from "./definition.ts";

/** How the definitions of Java are found. */
export const JAVA_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["class_declaration", named("class", { members: true })],
    ["record_declaration", named("class", { members: true })],
    ["interface_declaration", named("interface", { members: true })],
    ["annotation_type_declaration", named("interface", { members: true })],
    ["enum_declaration", named("enum", { members: true })],
    ["method_declaration", named("method")],
    ["annotation_type_element_declaration", named("method")],
    ["constructor_declaration", named("method")],
    ["compact_constructor_declaration", named("method")],
    ["field_declaration", javaField],
    ["constant_declaration", javaConstants],
  ]),
  wrappers: new Set(),
  blocks: new Set(["enum_body_declarations"]),
  comments: new Set(["line_comment", "block_comment"]),
  attributes: new Set(["annotation", "marker_annotation"]),
};

/** How the definitions of Scala 2 and 3 are found. */
export const SCALA_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["class_definition", named("class", { members: true })],
    ["object_definition", named("module", { members: true })],
    ["package_object", named("module", { members: true })],
    ["package_clause", named("module", { members: true, needsBody: true })],
    ["trait_definition", named("trait", { members: true })],
    ["enum_definition", named("enum", { members: true })],
    ["type_definition", named("type", { body: "" })],
    ["function_definition", scalaFunction],
    ["function_declaration", scalaFunction],
    ["given_definition", named("constant", { members: true })],
    ["val_definition", scalaValue("constant")],
    ["var_definition", scalaValue("variable")],
  ]),
  wrappers: new Set(),
  blocks: new Set(["extension_definition", "template_body"]),
  comments: new Set(["comment", "block_comment"]),
  attributes: new Set(["annotation"]),
  runsOn: true,
};

/** Only `static final` fields: the others are part of the class's own text. */
function javaField(node: Node): Definition[] {
  const modifiers = node.firstNamedChild;
  if (modifiers?.type !== "modifiers") return [];
  const words = new Set(modifiers.children.map((child) => child.type));
  return words.has("static") && words.has("final") ? javaConstants(node) : [];
}

function javaConstants(node: Node): Definition[] {
  const declarators = childrenOfType(node, "variable_declarator");
  return declarators.flatMap((declarator) => {
    const name = field(declarator, "name");
    const body = multilineBody(field(declarator, "value"));
    const outer = declarators.length === 1 ? node : declarator;
    return name === undefined ? [] : [{ kind: "constant", name: name.text, node: outer, body }];
  });
}

function scalaFunction(node: Node, scope: Scope): Definition[] | undefined {
  const kind: SymbolKind = scope.kind === undefined ? "function" : "method";
  return named(kind)(node, scope)?.slice();
}

/** Values of files and objects; those of classes and traits are part of the type's own text. */
function scalaValue(kind: SymbolKind): DefinitionRule {
  return (node, scope) => {
    const name = field(node, "pattern");
    if (name?.type !== "identifier") return [];
    if (scope.kind !== undefined && scope.kind !== "module") return [];
    return [{ kind, name: name.text, node, body: multilineBody(field(node, "value")) }];
  };
}
