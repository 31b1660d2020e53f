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
  type Scope,
} from "./definition.ts";

/** How the definitions of Go are found. */
export const GO_RULES: LanguageRules = {
  definitions: new Map<string, DefinitionRule>([
    ["function_declaration", named("function")],
    ["method_declaration", method],
    ["type_spec", typeSpec],
    ["type_alias", typeSpec],
    ["const_spec", values("constant")],
    ["var_spec", values("variable")],
    ["method_elem", named("method")],
  ]),
  wrappers: new Set(["type_declaration", "const_declaration", "var_declaration"]),
  blocks: new Set(["var_spec_list"]),
  comments: new Set(["comment"]),
  attributes: new Set(),
};

function method(node: Node): Definition[] | undefined {
  const name = field(node, "name");
  const parameter = field(node, "receiver")?.firstNamedChild;
  const type = parameter ? field(parameter, "type") : undefined;
  if (name === undefined) return undefined;
  const owner = type === undefined ? undefined : baseTypeName(type.text);
  return [{ kind: "method", name: name.text, node, body: field(node, "body"), owner }];
}

function typeSpec(node: Node, scope: Scope): Definition[] {
  const name = field(node, "name");
  const type = field(node, "type");
  if (name === undefined || type === undefined) return [];
  const common = { name: name.text, node: declaration(node, scope) };
  if (type.type === "struct_type") {
    return [{ ...common, kind: "struct", body: type.firstNamedChild ?? undefined }];
  }
  if (type.type !== "interface_type") {
    return [{ ...common, kind: "type", body: multilineBody(type) }];
  }
  return [{ ...common, kind: "interface", body: bracesOf(type), members: type }];
}

function values(kind: SymbolKind): DefinitionRule {
  return (node, scope) => {
    const names = node.childrenForFieldName("name").filter((name) => name.type === "identifier");
    const body = multilineBody(field(node, "value"));
    return names
      .filter((name) => name.text !== "_")
      .map((name) => ({ kind, name: name.text, node: declaration(node, scope), body }));
  };
}

/** Returns the whole declaration when it declares one thing only, so that its keyword is shown. */
function declaration(spec: Node, { wrapper }: Scope): Node {
  const isAlone = wrapper !== undefined && wrapper.namedChildCount === 1 &&
    wrapper.startPosition.row === spec.startPosition.row;
  return isAlone ? wrapper : spec;
}

/** The opening brace of an interface, which has no node of its own around its members. */
function bracesOf(type: Node): Node | undefined {
  return type.children.find((child) => child.type === "{");
}
