import { RANKING } from "@dossier/core/part";

/**
 * Gives ranking steps other constants until it is disposed of. The table of the steps is read only to
 * the product, which has no use for this; an experiment changes it in its own process.
 *
 * @param constants The constant of each step that gets another one, by the step's name.
 */
export function overrideConstants(constants: Readonly<Record<string, number>>): Disposable {
  const before = RANKING.map(({ constant }) => constant);
  for (const step of RANKING) setConstant(step, constants[step.name] ?? step.constant);
  return {
    [Symbol.dispose]: () => RANKING.forEach((step, i) => setConstant(step, before[i]!)),
  };
}

function setConstant(step: { constant: number }, value: number): void {
  step.constant = value;
}
