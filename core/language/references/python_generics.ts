import type { Expression } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import {
  pythonArguments,
  pythonNameOfParameter,
  pythonParameters,
  pythonPlace,
} from "./python_scopes.ts";

/** What a type of a parameter makes of a type variable, and how the type that stands for it is told by the argument. */
const FORMS: readonly (readonly [RegExp, Expression["is"]])[] = [
  [/^(?:(?:\w+\.)*Optional\[)?(\w+)\]?(?:\s*\|\s*None)?$/, "same"],
  [
    /^(?:\w+\.)*(?:list|List|Sequence|Iterable|Iterator|AsyncIterable|AsyncIterator)\[(\w+)\]/,
    "element",
  ],
  [/^(?:\w+\.)*(?:type|Type)\[(\w+)\]/, "call"],
  [/^(?:\w+\.)*Callable\[.*,\s*(\w+)\]/s, "call"],
];

/**
 * Returns the argument of a call that a type variable of the called function stands for: `C` of `make(C)` for
 * `def make(kind: type[T]) -> T`.
 */
export function pythonGenericArgument(
  call: SyntaxNode,
  callee: SyntaxNode,
  parameter: string,
): Expression | undefined {
  const owner = callee.parent;
  if (owner === null) return undefined;
  const isMethod = pythonPlace(owner).type !== undefined;
  const parameters = pythonParameters(owner).slice(isMethod ? 1 : 0);
  const given = pythonArguments(call);
  for (const [index, one] of parameters.entries()) {
    const type = field(one, "type")?.text ?? "";
    const form = FORMS.find(([pattern]) => pattern.exec(type)?.[1] === parameter)?.[1];
    if (form === undefined) continue;
    const name = pythonNameOfParameter(one)?.text;
    const named = given.find((argument) =>
      argument.type === "keyword_argument" && field(argument, "name")?.text === name
    );
    const value = named === undefined ? given[index] : field(named, "value");
    if (value === undefined || value.type.endsWith("splat") || value.type === "keyword_argument") {
      continue;
    }
    if (form === "call") return { is: "call", callee: value };
    return { is: form === "element" ? "element" : "same", of: value };
  }
  return undefined;
}
