import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { C_REFERENCES, readIncludes } from "./c.ts";
import { cppForeignResult, cppPartType } from "./c_expressions.ts";
import { readCppName } from "./c_names.ts";

/** How the names of C++ are read. */
export const CPP_REFERENCES: ReferenceRules = {
  ...C_REFERENCES,
  names: "identifier type_identifier field_identifier namespace_identifier operator_name " +
    "destructor_name",
  readName: readCppName,
  partType: cppPartType,
  foreignResult: cppForeignResult,
  basesOf,
  readImports,
  hasImplicitMembers: true,
  openScopes: ["declaration_list"],
  membersApart: "anywhere",
};

/** The standard library, whose headers no tree has. */
const STANDARD_LIBRARY: ImportedBinding = { module: "<std>", name: "*", local: "std", start: 0 };

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return [STANDARD_LIBRARY, ...readIncludes(root)];
}

function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  let type = name.parent;
  while (type?.type === "template_type" || type?.type === "qualified_identifier") {
    type = type.parent;
  }
  const clause = type?.namedChildren.find(({ type }) => type === "base_class_clause");
  return clause?.namedChildren.filter(({ type }) =>
    type === "type_identifier" || type === "qualified_identifier" || type === "template_type"
  ) ?? [];
}
