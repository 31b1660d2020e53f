import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import { childOfType } from "../syntax_node.ts";
import C_REFERENCES, { cppForeignResult, cppPartType, readIncludes } from "./c.ts";
import { cNameReader } from "./c_names.ts";
import { toWordSet } from "./tables.ts";

/** Nodes that may be base types. */
const BASES = toWordSet("type_identifier qualified_identifier template_type");

export default {
  ...C_REFERENCES,
  names: "identifier type_identifier field_identifier namespace_identifier operator_name " +
    "destructor_name",
  readName: cNameReader(true),
  partType: cppPartType,
  foreignResult: cppForeignResult,
  basesOf(name) {
    let type = name.parent;
    while (type?.type === "template_type" || type?.type === "qualified_identifier") {
      type = type.parent;
    }
    return childOfType(type, "base_class_clause")?.namedChildren
      .filter(({ type }) => BASES.has(type)) ?? [];
  },
  readImports: (root) => [STANDARD_LIBRARY, ...readIncludes(root)],
  hasImplicitMembers: true,
  openScopes: ["declaration_list"],
  membersOutsideFile: "anywhere",
} satisfies ReferenceRules;

/** The standard library, whose headers are in no tree. */
const STANDARD_LIBRARY: ImportedBinding = { module: "<std>", name: "*", local: "std", start: 0 };
