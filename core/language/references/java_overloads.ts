import type { OverloadRules } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { variadicElementType } from "./java_types.ts";
import { argumentsIn, toTable, toWordSet } from "./tables.ts";

/** Number types; each converts to those after it. */
const NUMBERS = ["byte", "short", "int", "long", "float", "double"];
const BOXES: ReadonlyMap<string, string> = toTable({
  byte: "Byte",
  short: "Short",
  int: "Integer",
  long: "Long",
  float: "Float",
  double: "Double",
  char: "Character",
  boolean: "Boolean",
});
const UNBOXED: ReadonlyMap<string, string> = new Map(
  [...BOXES].map(([primitive, box]) => [box, primitive]),
);

/**
 * Supertypes of the types of the Java runtime, the nearest first, without `Object`. The lists of
 * final types are complete.
 */
const SUPERTYPES = toTable<readonly string[]>({
  "String": ["CharSequence", "Comparable", "Serializable", "Constable"],
  "Class": ["Type", "GenericDeclaration", "AnnotatedElement", "Serializable"],
  "Byte Short Integer Long Float Double": ["Number", "Comparable", "Serializable"],
  "Character Boolean": ["Comparable", "Serializable"],
});
/** Types of the runtime with some of their supertypes. */
const PARTIAL_SUPERTYPES = toTable<readonly string[]>({
  "StringBuilder StringBuffer": ["CharSequence", "Appendable"],
  "List Set": ["Collection", "Iterable"],
  "ArrayList": ["List", "Collection", "Iterable"],
  "HashSet": ["Set", "Collection", "Iterable"],
  "Collection": ["Iterable"],
  "HashMap": ["Map"],
  "StringReader": ["Reader"],
  "StringWriter": ["Writer", "Appendable"],
  "ParameterizedType": ["Type"],
});

/** Types of literals, and of other expressions with a fixed type. */
const LITERALS = toTable({
  "string_literal": "String",
  "character_literal": "char",
  "true false instanceof_expression": "boolean",
  "null_literal": "null",
  "class_literal": "Class",
  "lambda_expression method_reference": "function",
});
/** Return types of methods that all objects, strings or lists have, by number of arguments. */
const RESULTS = toTable({
  "toString/0 trim/0 toLowerCase/0 toUpperCase/0": "String",
  "toCharArray/0": "char[]",
  "getBytes/1": "byte[]",
  "equals/1": "boolean",
  "getClass/0": "Class",
  "hashCode/0 length/0 size/0": "int",
});

const NUMBER_REGEXP = /^(?:0[xXbB])?[\d_.]+/;
const COMPARISONS = toWordSet("== != < > <= >= && ||");

export const JAVA_OVERLOADS: OverloadRules = {
  parameterTypes,
  argumentsOf,
  literalType,
  typeKey,
  topType: "Object",
  conversionScore: conversionScore,
};

function parameterTypes({ parent: declaration }: SyntaxNode): readonly SyntaxNode[] {
  const isCompact = declaration?.type === "compact_constructor_declaration";
  const list = field(isCompact ? declaration.parent?.parent : declaration, "parameters");
  return (list?.namedChildren ?? []).flatMap((one) => {
    if (one.type === "spread_parameter") return [one];
    const type = one.type === "formal_parameter" ? field(one, "type") : undefined;
    return type === undefined || field(one, "name")?.text === "this" ? [] : [type];
  });
}

function argumentsOf(name: SyntaxNode): readonly SyntaxNode[] {
  for (let around = name.parent; around !== null; around = around.parent) {
    const list = field(around, "arguments");
    if (list?.type === "argument_list") return argumentsIn(list);
    if (around.type.endsWith("statement")) break;
  }
  return [];
}

function literalType(node: SyntaxNode | null | undefined): string | undefined {
  if (!node) return undefined;
  switch (node.type) {
    case "parenthesized_expression":
      return literalType(node.firstNamedChild);
    case "unary_expression":
      return node.firstChild?.type === "!" ? "boolean" : literalType(field(node, "operand"));
    case "binary_expression":
      return resultOfOperator(node);
    case "ternary_expression": {
      const type = literalType(field(node, "consequence"));
      return type === literalType(field(node, "alternative")) ? type : "unknown";
    }
    case "method_invocation": {
      const name = field(node, "name")!;
      const isMember = field(node, "object") !== undefined;
      return isMember ? RESULTS.get(`${name.text}/${argumentsOf(name).length}`) : undefined;
    }
  }
  if (node.type.endsWith("floating_point_literal")) {
    return /f$/i.test(node.text) ? "float" : "double";
  }
  if (!node.type.endsWith("integer_literal")) return LITERALS.get(node.type);
  return /l$/i.test(node.text.replace(NUMBER_REGEXP, "")) || /l$/i.test(node.text) ? "long" : "int";
}

function resultOfOperator(node: SyntaxNode): string {
  const operator = node.children.find(({ type }) => /^\W+$/.test(type))?.type ?? "";
  if (COMPARISONS.has(operator)) return "boolean";
  const [left, right] = [field(node, "left"), field(node, "right")].map(literalType);
  if (operator === "+" && (left === "String" || right === "String")) return "String";
  const [a, b] = [NUMBERS.indexOf(left ?? ""), NUMBERS.indexOf(right ?? "")];
  return a < 0 || b < 0 ? "unknown" : NUMBERS[Math.max(a, b, NUMBERS.indexOf("int"))]!;
}

function typeKey(type: SyntaxNode | null | undefined): string {
  switch (type?.type) {
    case undefined:
      return "";
    case "array_type": {
      const dimensions = field(type, "dimensions")?.text.replaceAll(/[^[\]]/g, "") ?? "[]";
      return `${typeKey(field(type, "element"))}${dimensions}`;
    }
    case "array_creation_expression": {
      const count = type!.namedChildren.filter((one) => one.type.startsWith("dimensions")).length;
      return `${typeKey(field(type, "type"))}${"[]".repeat(Math.max(1, count))}`;
    }
    case "spread_parameter":
      return `${typeKey(variadicElementType(type!))}...`;
    case "generic_type":
      return typeKey(type!.firstNamedChild);
    case "annotated_type":
    case "wildcard":
    case "scoped_type_identifier":
      return type!.lastNamedChild === null ? "Object" : typeKey(type!.lastNamedChild);
  }
  return type!.text;
}

function conversionScore(from: string, to: string): number | undefined {
  const isPrimitive = BOXES.has(to);
  if (from === "null") return isPrimitive ? 0 : undefined;
  if (from === "function") {
    return isPrimitive || SUPERTYPES.has(to) || to.endsWith("]") || to === "Object" ? 0 : undefined;
  }
  if (BOXES.has(from)) return primitiveConversionScore(from, to);
  if (to === "Object") return 1;
  if (from.endsWith("]")) return arrayConversionScore(from, to);
  const unboxed = UNBOXED.get(from);
  if (isPrimitive) {
    return unboxed === undefined ? 0 : Math.min(2, conversionScore(unboxed, to) ?? 0);
  }
  if (to.endsWith("]")) return 0;
  const known = SUPERTYPES.get(from) ?? PARTIAL_SUPERTYPES.get(from);
  const step = known?.indexOf(to) ?? -1;
  if (step >= 0) return 4 - step / 2;
  // Final types have no other supertypes, and no subtypes.
  return SUPERTYPES.has(from) || SUPERTYPES.has(to) && to !== "Class" ? 0 : undefined;
}

function primitiveConversionScore(from: string, to: string): number {
  if (from === to) return 4;
  const [start, end] = [NUMBERS.indexOf(from === "char" ? "short" : from), NUMBERS.indexOf(to)];
  if (start >= 0 && end > start) return 4 - (end - start) / 10;
  const box = BOXES.get(from)!;
  if (to === box) return 2;
  if (to === "Object") return 1;
  return SUPERTYPES.get(box)?.includes(to) === true ? 1.5 : 0;
}

function arrayConversionScore(from: string, to: string): number {
  if (!to.endsWith("]")) return to === "Cloneable" || to === "Serializable" ? 1 : 0;
  const [element, target] = [from.slice(0, -2), to.slice(0, -2)];
  if (BOXES.has(element) || BOXES.has(target)) return element === target ? 4 : 0;
  return target === "Object" ? 3 : conversionScore(element, target) ?? 2;
}
