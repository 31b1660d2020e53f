import { RANKING } from "@dossier/core/part";

/**
 * Replaces constants of ranking steps until it is disposed of. The table of the steps is read-only
 * for the product, which never changes it; an experiment changes it in its own process.
 *
 * @param constants New constants, by the steps' names.
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
