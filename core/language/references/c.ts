import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { cElementType, cTypeNames, readCExpression } from "./c_expressions.ts";
import { prepareC } from "./c_macros.ts";
import { cNameReader } from "./c_names.ts";
import { cOwnerAt } from "./c_scopes.ts";
import { setOf } from "./tables.ts";

/** Nodes of a file in which there may be more directives. */
const GROUPS = setOf(
  "preproc_if preproc_ifdef preproc_elif preproc_elifdef preproc_else linkage_specification declaration_list",
);

export const REFERENCES: ReferenceRules = {
  names: "identifier type_identifier field_identifier",
  prepare: prepareC,
  textNodes: "preproc_arg",
  readName: cNameReader(false),
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

/** Returns the files that a file includes, as `name` or `<name>`. */
export function readIncludes(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (GROUPS.has(node.type)) return readIncludes(node);
    const path = node.type === "preproc_include" ? field(node, "path") : undefined;
    if (path === undefined) return [];
    const module = path.text.replaceAll('"', "");
    return [{ module, start: node.startIndex }];
  });
}
