import type { SyntaxNode } from "../syntax_node.ts";

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
    if (taker?.type !== FUNCTION) return false;
    return TEST_REGEXP.test(taker.childForFieldName("name")?.text ?? "") || isFixture(taker);
  },
};

function isFixture(definition: SyntaxNode): boolean {
  const outer = definition.parent;
  return outer?.type === "decorated_definition" &&
    outer.namedChildren.some(({ type, text }) => type === "decorator" && FIXTURE_REGEXP.test(text));
}
