import type { OverloadRules } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Numbers, each of which can be used as those after it. */
const NUMBERS = ["byte", "short", "int", "long", "float", "double"];
const BOXES: ReadonlyMap<string, string> = new Map([
  ["byte", "Byte"],
  ["short", "Short"],
  ["int", "Integer"],
  ["long", "Long"],
  ["float", "Float"],
  ["double", "Double"],
  ["char", "Character"],
  ["boolean", "Boolean"],
]);
const UNBOXED: ReadonlyMap<string, string> = new Map(
  [...BOXES].map(([primitive, box]) => [box, primitive]),
);

/** What types of the runtime can be used as, the nearest first; `Object` apart. Those that are complete are final. */
const SUPERTYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ["String", ["CharSequence", "Comparable", "Serializable", "Constable"]],
  ["Class", ["Type", "GenericDeclaration", "AnnotatedElement", "Serializable"]],
  ...[...BOXES.values()].map((box): [string, readonly string[]] => [
    box,
    box === "Character" || box === "Boolean"
      ? ["Comparable", "Serializable"]
      : ["Number", "Comparable", "Serializable"],
  ]),
]);
/** Types of the runtime with some of what they can be used as. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ["StringBuilder", ["CharSequence", "Appendable"]],
  ["StringBuffer", ["CharSequence", "Appendable"]],
  ["List", ["Collection", "Iterable"]],
  ["ArrayList", ["List", "Collection", "Iterable"]],
  ["Set", ["Collection", "Iterable"]],
  ["HashSet", ["Set", "Collection", "Iterable"]],
  ["Collection", ["Iterable"]],
  ["HashMap", ["Map"]],
  ["StringReader", ["Reader"]],
  ["StringWriter", ["Writer", "Appendable"]],
  ["ParameterizedType", ["Type"]],
]);

const NUMBER_REGEXP = /^(?:0[xXbB])?[\d_.]+/;
const COMPARISONS = setOf("== != < > <= >= && ||");

/** How overloads of Java are told apart. */
export const JAVA_OVERLOADS: OverloadRules = {
  parameterTypes,
  argumentsOf,
  literalType,
  typeKey,
  anything: "Object",
  convert,
};

function parameterTypes(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent ?? undefined;
  const isCompact = declaration?.type === "compact_constructor_declaration";
  const list = field(
    isCompact ? declaration.parent?.parent ?? undefined : declaration,
    "parameters",
  );
  return (list?.namedChildren ?? []).flatMap((one) => {
    if (one.type === "spread_parameter") return [one];
    const type = one.type === "formal_parameter" ? field(one, "type") : undefined;
    return type === undefined || field(one, "name")?.text === "this" ? [] : [type];
  });
}

function argumentsOf(name: SyntaxNode): readonly SyntaxNode[] {
  for (let around = name.parent; around !== null; around = around.parent) {
    const list = field(around, "arguments");
    if (list?.type === "argument_list") {
      return list.namedChildren.filter(({ type }) => !type.endsWith("comment"));
    }
    if (around.type.endsWith("statement")) break;
  }
  return [];
}

function literalType(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : literalType(node.firstNamedChild);
    case "string_literal":
      return "String";
    case "character_literal":
      return "char";
    case "true":
    case "false":
    case "instanceof_expression":
      return "boolean";
    case "null_literal":
      return "null";
    case "class_literal":
      return "Class";
    case "lambda_expression":
    case "method_reference":
      return "function";
    case "unary_expression": {
      const operand = field(node, "operand");
      return node.firstChild?.type === "!" ? "boolean" : operand && literalType(operand);
    }
    case "binary_expression":
      return resultOfOperator(node);
    case "ternary_expression": {
      const either = ["consequence", "alternative"].map((name) => field(node, name)).map((one) =>
        one && literalType(one)
      );
      return either[0] === either[1] ? either[0] : "unknown";
    }
    case "method_invocation":
      return resultOfCall(node);
  }
  if (node.type.endsWith("floating_point_literal")) {
    return /f$/i.test(node.text) ? "float" : "double";
  }
  if (!node.type.endsWith("integer_literal")) return undefined;
  return /l$/i.test(node.text.replace(NUMBER_REGEXP, "")) || /l$/i.test(node.text) ? "long" : "int";
}

function resultOfOperator(node: SyntaxNode): string {
  const operator = node.children.find(({ type }) => /^\W+$/.test(type))?.type ?? "";
  if (COMPARISONS.has(operator)) return "boolean";
  const [left, right] = [field(node, "left"), field(node, "right")]
    .map((side) => side && literalType(side));
  if (operator === "+" && (left === "String" || right === "String")) return "String";
  const [a, b] = [NUMBERS.indexOf(left ?? ""), NUMBERS.indexOf(right ?? "")];
  return a < 0 || b < 0 ? "unknown" : NUMBERS[Math.max(a, b, NUMBERS.indexOf("int"))]!;
}

/** Returns what methods return that all objects, strings or lists have. */
function resultOfCall(node: SyntaxNode): string | undefined {
  if (field(node, "object") === undefined) return undefined;
  const count = argumentsOf(field(node, "name")!).length;
  switch (`${field(node, "name")?.text}/${count}`) {
    case "toString/0":
    case "trim/0":
    case "toLowerCase/0":
    case "toUpperCase/0":
      return "String";
    case "toCharArray/0":
      return "char[]";
    case "getBytes/1":
      return "byte[]";
    case "equals/1":
      return "boolean";
    case "getClass/0":
      return "Class";
    case "hashCode/0":
    case "length/0":
    case "size/0":
      return "int";
  }
  return undefined;
}

function typeKey(type: SyntaxNode): string {
  switch (type.type) {
    case "array_type": {
      const element = field(type, "element");
      const dimensions = field(type, "dimensions")?.text.replaceAll(/[^[\]]/g, "") ?? "[]";
      return `${element === undefined ? "" : typeKey(element)}${dimensions}`;
    }
    case "array_creation_expression": {
      const element = field(type, "type");
      const count = type.namedChildren.filter((one) => one.type.startsWith("dimensions")).length;
      return `${element === undefined ? "" : typeKey(element)}${"[]".repeat(Math.max(1, count))}`;
    }
    case "spread_parameter": {
      const element = type.namedChildren.find((one) =>
        one.type !== "modifiers" && one.type !== "variable_declarator"
      );
      return `${element === undefined ? "" : typeKey(element)}...`;
    }
    case "generic_type":
      return type.firstNamedChild === null ? "" : typeKey(type.firstNamedChild);
    case "annotated_type":
    case "wildcard":
    case "scoped_type_identifier":
      return type.lastNamedChild === null ? "Object" : typeKey(type.lastNamedChild);
  }
  return type.text;
}

function convert(from: string, to: string): number | undefined {
  const isPrimitive = BOXES.has(to);
  if (from === "null") return isPrimitive ? 0 : undefined;
  if (from === "function") {
    return isPrimitive || SUPERTYPES.has(to) || to.endsWith("]") || to === "Object" ? 0 : undefined;
  }
  if (BOXES.has(from)) return convertPrimitive(from, to);
  if (to === "Object") return 1;
  if (from.endsWith("]")) return convertArray(from, to);
  const unboxed = UNBOXED.get(from);
  if (isPrimitive) return unboxed === undefined ? 0 : Math.min(2, convert(unboxed, to) ?? 0);
  if (to.endsWith("]")) return 0;
  const known = SUPERTYPES.get(from) ?? KNOWN.get(from);
  const step = known?.indexOf(to) ?? -1;
  if (step >= 0) return 4 - step / 2;
  // Final types have no other ones above them, and none below.
  return SUPERTYPES.has(from) || SUPERTYPES.has(to) && to !== "Class" ? 0 : undefined;
}

function convertPrimitive(from: string, to: string): number {
  if (from === to) return 4;
  const [start, end] = [NUMBERS.indexOf(from === "char" ? "short" : from), NUMBERS.indexOf(to)];
  if (start >= 0 && end > start) return 4 - (end - start) / 10;
  const box = BOXES.get(from)!;
  if (to === box) return 2;
  if (to === "Object") return 1;
  return SUPERTYPES.get(box)?.includes(to) === true ? 1.5 : 0;
}

function convertArray(from: string, to: string): number {
  if (!to.endsWith("]")) return to === "Cloneable" || to === "Serializable" ? 1 : 0;
  const [element, target] = [from.slice(0, -2), to.slice(0, -2)];
  if (BOXES.has(element) || BOXES.has(target)) return element === target ? 4 : 0;
  return target === "Object" ? 3 : convert(element, target) ?? 2;
}
