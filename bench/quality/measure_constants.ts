import { RANKING } from "@dossier/core/part";
import { markdownTable } from "../markdown_table.ts";
import { crossValidate, HALVES } from "./cross_validate.ts";
import { type HalvedSet, halveResults } from "./halve_results.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { renderThousandths } from "./comparison.ts";
import { runSets } from "./run_sets.ts";

/** Factors of the constant of a step. */
const FACTORS = [0.5, 0.7, 1.4, 2] as const;

/**
 * Runs sets with other constants of ranking steps, one at a time. Returns a table of the gain in
 * NDCG@10 on each half of the repositories, by the constant that is best on the other half.
 */
export async function measureConstants(
  options: SetsOptions,
  steps: readonly string[],
): Promise<string> {
  const { disabled } = options;
  const tuned = RANKING.filter(({ name }) => steps.includes(name) && !disabled.includes(name));
  const settings = tuned.flatMap(({ name, constant }) =>
    FACTORS.map((factor) => ({ name, disabled, constants: { [name]: constant * factor } }))
  );
  const results = await runSets({ ...options, out: undefined }, [
    { name: "as it is", disabled },
    ...settings,
  ]);
  const sets = halveResults(results, "ndcg10");
  const rows = tuned.flatMap(({ name, constant }) =>
    sets.map((set) => renderConstant(set, { name, constant }))
  );
  return "What a constant tuned on one half of the repositories gains in NDCG@10 on the other, in " +
    "thousandths\n\n" + markdownTable(HEAD, rows);
}

const HEAD = [
  "step",
  "constant",
  "set",
  "best on odd",
  "gain on even",
  "best on even",
  "gain on odd",
  "cross-validated",
];

function renderConstant(
  { set, variants: [asItIs, ...others] }: HalvedSet,
  { name, constant }: { readonly name: string; readonly constant: number },
): string[] {
  const settings = others.filter(({ variant }) => variant.name === name);
  const { scores, chosen } = crossValidate([asItIs!, ...settings]);
  const gains = HALVES.map((half) => scores[half] - asItIs![half]);
  const [even, odd] = HALVES.map((half) =>
    `${Number((chosen[half].variant.constants?.[name] ?? constant).toPrecision(3))}`
  );
  return [
    name,
    `${constant}`,
    set,
    even!,
    renderThousandths(gains[0]!),
    odd!,
    renderThousandths(gains[1]!),
    renderThousandths((gains[0]! + gains[1]!) / HALVES.length),
  ];
}
