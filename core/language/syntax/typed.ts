import type { SymbolKind } from "../symbol.ts";
import {
  baseTypeName,
  childrenOfType,
  constantsOf,
  type Definition,
  type DefinitionRule,
  field,
  multilineBody,
  type NamedRule,
  type Scope,
  type SyntaxRules,
} from "../syntax_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";

/** How the definitions of Go are found. */
export const GO_SYNTAX: SyntaxRules = {
  definitions: {
    "function_declaration": { kind: "function" },
    "method_declaration": { kind: "method", more: goReceiver },
    "type_spec type_alias": goType,
    "const_spec": goValues("constant"),
    "var_spec": goValues("variable"),
    "method_elem": { kind: "method" },
  },
  wrappers: "type_declaration const_declaration var_declaration",
  blocks: "var_spec_list",
};

/** How the definitions of Rust are found. */
export const RUST_SYNTAX: SyntaxRules = {
  definitions: {
    "function_item function_signature_item": { kind: "function" },
    "struct_item union_item": { kind: "struct" },
    "enum_item": { kind: "enum" },
    "trait_item": { kind: "trait", members: true },
    "mod_item": { kind: "module", members: true, needsBody: true },
    "macro_definition": {
      kind: "macro",
      more: (node) => ({ body: node.namedChild(1) ?? undefined }),
    },
    "const_item": { kind: unlessBlank("constant"), body: "value", isValue: true },
    "static_item": { kind: unlessBlank("variable"), body: "value", isValue: true },
    "type_item associated_type": { kind: "type" },
    // The functions of an `impl` are methods of its type; the block itself defines no name.
    "impl_item": {
      kind: "struct",
      name: "type",
      members: true,
      needsBody: true,
      more: (_, type) => ({ name: baseTypeName(type), hidden: true }),
    },
  },
  blocks: "foreign_mod_item declaration_list",
  comments: "line_comment block_comment",
  attributes: "attribute_item inner_attribute_item",
};

/** How the definitions of Java are found. */
export const JAVA_SYNTAX: SyntaxRules = {
  definitions: {
    "class_declaration record_declaration": { kind: "class", members: true },
    "interface_declaration annotation_type_declaration": { kind: "interface", members: true },
    "enum_declaration": { kind: "enum", members: true },
    "method_declaration annotation_type_element_declaration": { kind: "method" },
    "constructor_declaration compact_constructor_declaration": { kind: "method" },
    "field_declaration": javaField,
    "constant_declaration": javaConstants,
  },
  blocks: "enum_body_declarations",
  comments: "line_comment block_comment",
  attributes: "annotation marker_annotation",
};

/** How the definitions of Scala 2 and 3 are found. */
export const SCALA_SYNTAX: SyntaxRules = {
  definitions: {
    "class_definition": { kind: "class", members: true },
    "object_definition package_object": { kind: "module", members: true },
    "package_clause": { kind: "module", members: true, needsBody: true },
    "trait_definition": { kind: "trait", members: true },
    "enum_definition": { kind: "enum", members: true },
    "type_definition": { kind: "type", body: "" },
    "function_definition function_declaration": {
      kind: (_, { kind }) => kind === undefined ? "function" : "method",
    },
    "given_definition": { kind: "constant", members: true },
    "val_definition": scalaValue("constant"),
    "var_definition": scalaValue("variable"),
  },
  blocks: "extension_definition template_body",
  comments: "comment block_comment",
  attributes: "annotation",
  runsOn: true,
};

/** How the definitions of C# are found. */
export const CSHARP_SYNTAX: SyntaxRules = {
  definitions: {
    "namespace_declaration": { kind: "module", members: true },
    "file_scoped_namespace_declaration": { kind: "module", body: "", opensRest: true },
    "class_declaration record_declaration": { kind: "class", members: true },
    "struct_declaration": { kind: "struct", members: true },
    "interface_declaration": { kind: "interface", members: true },
    "enum_declaration": { kind: "enum" },
    "delegate_declaration": { kind: "type" },
    "method_declaration constructor_declaration": { kind: "method" },
    "destructor_declaration": { kind: "method", more: (_, name) => ({ name: `~${name}` }) },
    "local_function_statement": { kind: "function" },
    "property_declaration": { kind: "field", body: "accessors" },
    "field_declaration": csharpConstants,
  },
  wrappers: "global_statement",
  blocks: "declaration_list preproc_if preproc_elif preproc_else",
  attributes: "attribute_list",
};

function goReceiver(node: SyntaxNode): Partial<Definition> {
  const type = field(field(node, "receiver")?.firstNamedChild ?? undefined, "type");
  return { owner: type === undefined ? undefined : baseTypeName(type.text) };
}

function goType(node: SyntaxNode, scope: Scope): Definition[] {
  const name = field(node, "name");
  const type = field(node, "type");
  if (name === undefined || type === undefined) return [];
  const common = { name: name.text, node: goDeclaration(node, scope) };
  if (type.type === "struct_type") {
    return [{ ...common, kind: "struct", body: type.firstNamedChild ?? undefined }];
  }
  if (type.type !== "interface_type") {
    return [{ ...common, kind: "type", body: multilineBody(type) }];
  }
  return [{ ...common, kind: "interface", body: bracesOf(type), members: type }];
}

function goValues(kind: SymbolKind): DefinitionRule {
  return (node, scope) => {
    const names = node.childrenForFieldName("name").filter((name) => name.type === "identifier");
    const body = multilineBody(field(node, "value"));
    return names
      .filter((name) => name.text !== "_")
      .map((name) => ({ kind, name: name.text, node: goDeclaration(node, scope), body }));
  };
}

/** Returns the whole declaration when it declares one thing only, so that its keyword is shown. */
function goDeclaration(spec: SyntaxNode, { wrapper }: Scope): SyntaxNode {
  const isAlone = wrapper !== undefined && wrapper.namedChildCount === 1 &&
    wrapper.startPosition.row === spec.startPosition.row;
  return isAlone ? wrapper : spec;
}

/** The opening brace of an interface, which has no node of its own around its members. */
function bracesOf(type: SyntaxNode): SyntaxNode | undefined {
  return type.children.find((child) => child.type === "{");
}

/** `const _: T = …` only has the compiler check something. */
function unlessBlank(kind: SymbolKind): Exclude<NamedRule["kind"], string> {
  return (name) => name === "_" ? undefined : kind;
}

/** Only `static final` fields: the others are part of the class's own text. */
function javaField(node: SyntaxNode): Definition[] {
  const modifiers = node.firstNamedChild;
  if (modifiers?.type !== "modifiers") return [];
  const words = new Set(modifiers.children.map((child) => child.type));
  return words.has("static") && words.has("final") ? javaConstants(node) : [];
}

function javaConstants(node: SyntaxNode): Definition[] {
  return constantsOf(node, childrenOfType(node, "variable_declarator"), (declarator) => ({
    name: field(declarator, "name"),
    value: field(declarator, "value"),
  }));
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

/** Only `const` fields: the others are part of the class's own text. */
function csharpConstants(node: SyntaxNode): Definition[] {
  if (!childrenOfType(node, "modifier").some((modifier) => modifier.text === "const")) return [];
  const declarators = childrenOfType(node, "variable_declaration").slice(0, 1)
    .flatMap((variables) => childrenOfType(variables, "variable_declarator"));
  return constantsOf(node, declarators, (declarator) => ({
    name: field(declarator, "name"),
    value: declarator.lastNamedChild,
  }));
}
