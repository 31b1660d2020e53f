import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import { childOfType, field, type SyntaxNode } from "../syntax_node.ts";
import {
  cElementType,
  cppForeignResult,
  cppPartType,
  cTypeNames,
  readCExpression,
} from "./c_expressions.ts";
import { prepareC } from "./c_macros.ts";
import { readCName, readCppName } from "./c_names.ts";
import { cOwnerAt } from "./c_scopes.ts";
import { setOf } from "./tables.ts";

/** Nodes of a file in which there may be more directives. */
const GROUPS = setOf(
  "preproc_if preproc_ifdef preproc_elif preproc_elifdef preproc_else linkage_specification declaration_list",
);

/** Nodes that are types which another one inherits from. */
const BASES = setOf("type_identifier qualified_identifier template_type");

/** How the names of C are read. */
export const C_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier field_identifier",
  prepare: prepareC,
  textNodes: "preproc_arg",
  readName: readCName,
  readExpression: readCExpression,
  typeNames: cTypeNames,
  elementType: cElementType,
  basesOf: () => [],
  ownerAt: cOwnerAt,
  readImports: readIncludes,
  handsOnImports: true,
  modules: "include",
  shares: "included",
};

/** How the names of C++ are read. */
export const CPP_REFERENCES: ReferenceRules = {
  ...C_REFERENCES,
  names: "identifier type_identifier field_identifier namespace_identifier operator_name " +
    "destructor_name",
  readName: readCppName,
  partType: cppPartType,
  foreignResult: cppForeignResult,
  basesOf,
  readImports: readIncludesOfCpp,
  hasImplicitMembers: true,
  openScopes: ["declaration_list"],
  membersApart: "anywhere",
};

/** Returns the files that a file includes, as `name` or `<name>`. */
function readIncludes(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (GROUPS.has(node.type)) return readIncludes(node);
    const path = node.type === "preproc_include" ? field(node, "path") : undefined;
    if (path === undefined) return [];
    const module = path.text.replaceAll('"', "");
    return [{ module, start: node.startIndex }];
  });
}

/** The standard library, whose headers no tree has. */
const STANDARD_LIBRARY: ImportedBinding = { module: "<std>", name: "*", local: "std", start: 0 };

/** Returns what a file of C++ includes, and where `std` comes from. */
function readIncludesOfCpp(root: SyntaxNode): readonly ImportedBinding[] {
  return [STANDARD_LIBRARY, ...readIncludes(root)];
}

/** Returns what a type of C++ inherits from. */
function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  let type = name.parent;
  while (type?.type === "template_type" || type?.type === "qualified_identifier") {
    type = type.parent;
  }
  return childOfType(type, "base_class_clause")?.namedChildren
    .filter(({ type }) => BASES.has(type)) ?? [];
}
