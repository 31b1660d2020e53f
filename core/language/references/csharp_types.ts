import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { childOfType, field, findAround, type SyntaxNode } from "../syntax_node.ts";
import {
  express,
  expressionReader,
  innerTypeReader,
  resultOfMember,
  setOf,
  typeNamesReader,
} from "./tables.ts";

/** Declarations of types that have members. */
const TYPES = setOf(
  "class_declaration struct_declaration interface_declaration record_declaration enum_declaration",
);
const BODIES = setOf("declaration_list enum_member_declaration_list");

/** Types whose members are those of their argument, as what has them is awaited. */
const TRANSPARENT = setOf("Task ValueTask Nullable");
/** Methods of sequences, dictionaries and other holders. */
const MEMBERS = {
  same: setOf(
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Take TakeWhile Skip SkipWhile Distinct Reverse Concat " +
      "Union Except Intersect Append Prepend ToList ToArray ToHashSet ToImmutableArray ToImmutableList AsEnumerable " +
      "AsQueryable AsReadOnly DefaultIfEmpty Clone ConfigureAwait FindAll Include AsNoTracking",
  ),
  element: setOf(
    "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast " +
      "FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync FindAsync MinBy MaxBy Aggregate Peek Pop " +
      "Dequeue GetValueOrDefault GetOrAdd AddOrUpdate GetService GetRequiredService",
  ),
};
/** Methods of them that call what they are given with an element. */
const CALLING = setOf(
  [...MEMBERS.same, ...MEMBERS.element].join(" ") +
    " Select SelectMany Any All Count Sum Min Max Average ForEach GroupBy ToDictionary ToLookup Exists RemoveAll " +
    "TrueForAll FindIndex ConvertAll AnyAsync CountAsync ContinueWith",
);

const readExpression = expressionReader({
  "identifier implicit_parameter": "name",
  "generic_name": "name first",
  "qualified_name member_access_expression member_binding_expression": readMember,
  "alias_qualified_name declaration_expression": readMember,
  "conditional_access_expression": "same last",
  "invocation_expression": "call function",
  "object_creation_expression cast_expression default_expression": "typed type",
  "as_expression": "typed right",
  "implicit_object_creation_expression": ({ parent: declarator }) => {
    if (declarator?.type === "property_declaration") {
      return express("typed", field(declarator, "type"));
    }
    const isVariable = declarator?.type === "variable_declarator";
    return isVariable ? express("typed", field(declarator.parent, "type")) : undefined;
  },
  "this": "self",
  "base": "super",
  "element_access_expression": "element expression",
  "conditional_expression": "same consequence",
  "assignment_expression": "same left",
  "parenthesized_expression await_expression postfix_unary_expression": "same first",
  "checked_expression ref_expression with_expression": "same first",
  "string_literal verbatim_string_literal raw_string_literal": "typed",
  "interpolated_string_expression character_literal integer_literal real_literal": "typed",
  "boolean_literal predefined_type typeof_expression sizeof_expression": "typed",
  "binary_expression prefix_unary_expression is_expression is_pattern_expression": "typed",
});

function readMember(node: SyntaxNode): Expression | undefined {
  return express("name", lastNameOf(node));
}

const typeNames: ReferenceRules["typeNames"] = typeNamesReader({
  "identifier": "name",
  "generic_name": (type) => {
    const name = type.firstNamedChild;
    const inner = type.lastNamedChild?.firstNamedChild;
    if (name === null) return [];
    return TRANSPARENT.has(name.text) && inner ? typeNames(inner) : [name];
  },
  "qualified_name alias_qualified_name": "in name",
  "nullable_type ref_type scoped_type": "in type",
  "type_parameter_constraint primary_constructor_base_type": "in type",
  "implicit_type": "any",
}, "none");

const elementType: ReferenceRules["elementType"] = innerTypeReader({
  "array_type": "type",
  "generic_name": (type) => {
    const last = type.lastNamedChild?.lastNamedChild ?? undefined;
    // What is awaited is a list.
    return TRANSPARENT.has(type.firstNamedChild?.text ?? "") ? last && elementType(last) : last;
  },
  "nullable_type": "in type",
});

function foreignResult(callee: SyntaxNode): Expression | undefined {
  return resultOfMember(lastNameOf(callee)?.text ?? "", field(callee, "expression"), MEMBERS);
}

/** Returns the sequence whose elements a call gives to its lambda. */
export function listCalled(call: SyntaxNode): SyntaxNode | undefined {
  const callee = field(call, "function");
  return callee !== undefined && CALLING.has(lastNameOf(callee)?.text ?? "")
    ? field(callee, "expression")
    : undefined;
}

/** Returns the last name of a path, without its type arguments. */
function lastNameOf(path: SyntaxNode): SyntaxNode | null | undefined {
  const name = field(path, "name");
  return name?.type === "generic_name" ? name.firstNamedChild : name;
}

function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const list = childOfType(name.parent, "base_list");
  return list?.namedChildren.filter(({ type }) => type !== "argument_list") ?? [];
}

/** Returns the declaration of the type whose body is around a node. */
export function typeAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let body = findAround(node, BODIES); body !== undefined; body = findAround(body, BODIES)) {
    if (body.parent !== null && TYPES.has(body.parent.type)) return body.parent;
  }
  return undefined;
}

export function ownerAt(node: SyntaxNode): string | undefined {
  const isBody = BODIES.has(node.type) && node.parent !== null &&
    TYPES.has(node.parent.type);
  return field(isBody ? node.parent! : typeAround(node), "name")?.text;
}

export const TYPE_RULES = {
  readExpression,
  typeNames,
  elementType,
  foreignResult,
  basesOf,
  ownerAt,
} satisfies Partial<ReferenceRules>;
