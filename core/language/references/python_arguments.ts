import type { Expression } from "../reference_rules.ts";
import { childrenOfType, field, type SyntaxNode } from "../syntax_node.ts";
import {
  pythonArguments,
  pythonKeywordArgument,
  pythonNameOfParameter,
  pythonParameters,
  pythonPlace,
} from "./python_scopes.ts";
import { callOf, elementOf, sameAs } from "./tables.ts";

/** What a type of a parameter makes of a type variable, and how the type that stands for it is told by the argument. */
const FORMS: readonly (readonly [RegExp, typeof sameAs])[] = [
  [/^(?:(?:\w+\.)*Optional\[)?(\w+)\]?(?:\s*\|\s*None)?$/, sameAs],
  [
    /^(?:\w+\.)*(?:list|List|Sequence|Iterable|Iterator|AsyncIterable|AsyncIterator)\[(\w+)\]/,
    elementOf,
  ],
  [/^(?:\w+\.)*(?:type|Type)\[(\w+)\]/, callOf],
  [/^(?:\w+\.)*Callable\[.*,\s*(\w+)\]/s, callOf],
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
    const named = pythonKeywordArgument(given, name);
    const value = named === undefined ? given[index] : field(named, "value");
    if (value === undefined || value.type.endsWith("splat") || value.type === "keyword_argument") {
      continue;
    }
    return form(value);
  }
  return undefined;
}

const FIXTURE_REGEXP = /\bfixture\b/;
const TEST_REGEXP = /^test/;
const FUNCTION = "function_definition";

/** Fixtures of pytest: what parameters of tests, and of other fixtures, are given by their names. */
export const PYTHON_FIXTURES = {
  isGiven: (name: SyntaxNode): boolean => name.parent?.type === FUNCTION && isFixture(name.parent),
  takes(parameter: SyntaxNode): boolean {
    const list = parameter.parent?.type === "parameters"
      ? parameter.parent
      : parameter.parent?.parent;
    const taker = list?.type === "parameters" ? list.parent : null;
    return taker?.type === FUNCTION &&
      (TEST_REGEXP.test(field(taker, "name")?.text ?? "") || isFixture(taker));
  },
};

function isFixture(definition: SyntaxNode): boolean {
  const outer = definition.parent;
  return outer?.type === "decorated_definition" &&
    childrenOfType(outer, "decorator").some(({ text }) => FIXTURE_REGEXP.test(text));
}
