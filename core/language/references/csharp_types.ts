import { type Expression, findAround } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Declarations of types that have members. */
export const CSHARP_TYPES: ReadonlySet<string> = setOf(
  "class_declaration struct_declaration interface_declaration record_declaration enum_declaration",
);
const BODIES = setOf("declaration_list enum_member_declaration_list");
const NAMES = setOf("identifier implicit_parameter");
const WRAPPED = setOf(
  "parenthesized_expression await_expression postfix_unary_expression checked_expression ref_expression",
);
const FOREIGN = setOf(
  "string_literal verbatim_string_literal raw_string_literal interpolated_string_expression character_literal " +
    "integer_literal real_literal boolean_literal predefined_type typeof_expression sizeof_expression " +
    "binary_expression prefix_unary_expression is_expression is_pattern_expression",
);

/** Types whose members are those of their argument, as what has them is awaited. */
const TRANSPARENT = setOf("Task ValueTask Nullable");
/** Methods of sequences that give such a sequence of the same elements. */
const SAME = setOf(
  "Where OrderBy OrderByDescending ThenBy ThenByDescending Take TakeWhile Skip SkipWhile Distinct Reverse Concat " +
    "Union Except Intersect Append Prepend ToList ToArray ToHashSet ToImmutableArray ToImmutableList AsEnumerable " +
    "AsQueryable AsReadOnly DefaultIfEmpty Clone ConfigureAwait FindAll Include AsNoTracking",
);
/** Methods of them that give an element, or a value of a dictionary. */
const ELEMENT = setOf(
  "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast " +
    "FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync FindAsync MinBy MaxBy Aggregate Peek Pop " +
    "Dequeue GetValueOrDefault GetOrAdd AddOrUpdate GetService GetRequiredService",
);
/** Methods of them that call what they are given with an element. */
const CALLING = setOf(
  [...SAME].join(" ") + " " + [...ELEMENT].join(" ") +
    " Select SelectMany Any All Count Sum Min Max Average ForEach GroupBy ToDictionary ToLookup Exists RemoveAll " +
    "TrueForAll FindIndex ConvertAll AnyAsync CountAsync ContinueWith",
);

/** Returns what can be told of the type of an expression of C#. */
export function readCsharpExpression(node: SyntaxNode): Expression | undefined {
  if (NAMES.has(node.type)) return { is: "name", name: node };
  if (WRAPPED.has(node.type)) return partOf(node.firstNamedChild, "same");
  if (FOREIGN.has(node.type)) return { is: "typed", type: node };
  switch (node.type) {
    case "generic_name":
      return nameOf(node.firstNamedChild);
    case "qualified_name":
    case "member_access_expression":
    case "member_binding_expression":
    case "alias_qualified_name":
    case "declaration_expression":
      return nameOf(field(node, "name"));
    case "conditional_access_expression":
      return partOf(node.lastNamedChild, "same");
    case "invocation_expression": {
      const callee = field(node, "function");
      return callee && { is: "call", callee };
    }
    case "object_creation_expression":
    case "cast_expression":
    case "default_expression":
      return typedBy(field(node, "type"));
    case "as_expression":
      return typedBy(field(node, "right"));
    case "implicit_object_creation_expression":
      return typedBy(field(variableOf(node), "type"));
    case "this":
      return { is: "self" };
    case "base":
      return { is: "super" };
    case "element_access_expression":
      return partOf(field(node, "expression"), "element");
    case "conditional_expression":
      return partOf(field(node, "consequence"), "same");
    case "assignment_expression":
      return partOf(field(node, "left"), "same");
    case "with_expression":
      return partOf(node.firstNamedChild, "same");
  }
  return undefined;
}

/** Returns the declaration of a variable that an expression is the value of. */
function variableOf(value: SyntaxNode): SyntaxNode | undefined {
  const declarator = value.parent;
  if (declarator?.type === "property_declaration") return declarator;
  return declarator?.type === "variable_declarator" ? declarator.parent ?? undefined : undefined;
}

function nameOf(node: SyntaxNode | null | undefined): Expression | undefined {
  const name = node?.type === "generic_name" ? node.firstNamedChild : node;
  return name === null || name === undefined ? undefined : { is: "name", name };
}

function typedBy(type: SyntaxNode | undefined): Expression | undefined {
  return type && { is: "typed", type };
}

function partOf(
  of: SyntaxNode | null | undefined,
  is: "same" | "element",
): Expression | undefined {
  return of === null || of === undefined ? undefined : { is, of };
}

/** Returns the names of the types whose members a value of a type of C# has. */
export function csharpTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  switch (type.type) {
    case "identifier":
      return [type];
    case "generic_name": {
      const name = type.firstNamedChild;
      const inner = type.lastNamedChild?.firstNamedChild;
      if (name === null) return [];
      return TRANSPARENT.has(name.text) && inner ? csharpTypeNames(inner) : [name];
    }
    case "qualified_name":
    case "alias_qualified_name": {
      const name = field(type, "name");
      return name === undefined ? [] : csharpTypeNames(name);
    }
    case "nullable_type":
    case "ref_type":
    case "scoped_type":
    case "type_parameter_constraint":
    case "primary_constructor_base_type": {
      const inner = field(type, "type");
      return inner === undefined ? [] : csharpTypeNames(inner);
    }
    case "implicit_type":
      return undefined;
  }
  return [];
}

/** Returns the type of the elements of a list of C#, or of the values of a dictionary. */
export function csharpElementType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "array_type") return field(type, "type");
  if (type.type === "generic_name") {
    const last = type.lastNamedChild?.lastNamedChild ?? undefined;
    // What is awaited is a list.
    return TRANSPARENT.has(type.firstNamedChild?.text ?? "")
      ? last && csharpElementType(last)
      : last;
  }
  const inner = type.type === "nullable_type" ? field(type, "type") : undefined;
  return inner && csharpElementType(inner);
}

/** Returns what a call of a member of a foreign sequence of C# gives: it again, or an element. */
export function csharpForeignResult(callee: SyntaxNode): Expression | undefined {
  const of = field(callee, "expression");
  const name = lastNameOf(callee);
  if (SAME.has(name)) return partOf(of, "same");
  return ELEMENT.has(name) ? partOf(of, "element") : undefined;
}

/** Returns the sequence whose elements a call gives to its lambda. */
export function csharpListCalled(call: SyntaxNode): SyntaxNode | undefined {
  const callee = field(call, "function");
  return callee !== undefined && CALLING.has(lastNameOf(callee))
    ? field(callee, "expression")
    : undefined;
}

function lastNameOf(callee: SyntaxNode): string {
  const name = field(callee, "name");
  return (name?.type === "generic_name" ? name.firstNamedChild : name)?.text ?? "";
}

/** Returns what a type of C# extends and implements. */
export function csharpBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const [list] = name.parent === null ? [] : childrenOfType(name.parent, "base_list");
  return list?.namedChildren.filter(({ type }) => type !== "argument_list") ?? [];
}

/** Returns the declaration of the type whose body is around a node. */
export function csharpTypeAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let body = findAround(node, BODIES); body !== undefined; body = findAround(body, BODIES)) {
    if (body.parent !== null && CSHARP_TYPES.has(body.parent.type)) return body.parent;
  }
  return undefined;
}

/** Returns the name of the type whose body is around a node. */
export function csharpOwnerAt(node: SyntaxNode): string | undefined {
  const isBody = BODIES.has(node.type) && node.parent !== null &&
    CSHARP_TYPES.has(node.parent.type);
  return field(isBody ? node.parent! : csharpTypeAround(node), "name")?.text;
}
