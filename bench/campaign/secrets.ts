/**
 * Makes secrets, masks them like answers, and counts the unmasked ones, and the false masks in
 * trees without secrets: `deno task campaign:secrets [--rules FILE]… [--samples DIR]… [--trees DIR]
 * [--count 3] [--seed 7]`.
 *
 * `--rules` names configurations of gitleaks or betterleaks, and makes secrets from their expressions. As
 * the masks use rules from the same configurations, `--samples` names the sources of these rules, which
 * have separate texts with and without secrets. `--trees` names a folder of repositories.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { maskValue } from "../../retrieval/secrets/mod.ts";
import { SECRET_WAYS } from "../../tests/secret_ways.ts";
import { countMasks } from "./secrets/count_false_masks.ts";
import { readGoSamples } from "./secrets/go_samples.ts";
import { sampleRules } from "./secrets/rule_samples.ts";
import { listSlowTexts } from "./secrets/slow_texts.ts";

/** Text with a secret, and the name of its kind. */
interface Example {
  readonly about: string;
  readonly text: string;
  /** Secret; absent when any mask counts. */
  readonly secret?: string;
}

/** Minimum share of masked secrets. */
const MIN_SHARE = 0.95;

/**
 * Secrets after a name: a token, a key in hexadecimal, a password of a program and one of a person.
 */
const SECRETS = [
  "tR7kq9Zw2xLmB4vN8cYd3PfH",
  "9f86d081884c7d659a2feaa0c55ad015",
  "zq8Wp2mNx5Rt",
  "Xk4#vT9q!mZ2",
];

/** Values that are visibly invented, such as `12345678`. */
const MADE_UP_REGEXP = /12345678|deadbeef|EXAMPLE|fake/i;

const { values } = parseArgs({
  options: {
    rules: { type: "string", multiple: true, default: [] },
    samples: { type: "string", multiple: true, default: [] },
    trees: { type: "string" },
    count: { type: "string", default: "3" },
    seed: { type: "string", default: "7" },
  },
});

let state = Number(values.seed);

/**
 * Returns a whole number below `count`, by a linear congruential generator with the constants of
 * Numerical Recipes.
 */
function draw(count: number): number {
  state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return Math.floor(state / 2 ** 32 * count);
}

await reportUnmasked("ways to write a secret", listWays(), { isTarget: true });
for (const path of values.rules) {
  const samples = sampleRules(Deno.readTextFileSync(path), { count: Number(values.count), draw });
  const examples = samples.map(({ rule, ...sample }) => ({ about: rule, ...sample }));
  await reportUnmasked(path, examples, { isTarget: path.endsWith("gitleaks.toml") });
}
for (const folder of values.samples) await reportSamples(folder);
for (const { text, ms } of await listSlowTexts()) {
  print(`${ms.toFixed(0).padStart(6)} ms for 1 MB of ${JSON.stringify(text)}`);
}
if (values.trees !== undefined) await reportTrees(values.trees);

function listWays(): readonly Example[] {
  return Object.entries(SECRET_WAYS).flatMap(([about, ways]) =>
    ways.flatMap((way) =>
      SECRETS.map((secret) => ({ about, text: way.replace("§", () => secret), secret }))
    )
  );
}

/** Prints the unmasked secrets. */
async function reportUnmasked(
  what: string,
  examples: readonly Example[],
  { isTarget }: { readonly isTarget: boolean },
): Promise<void> {
  const shown: Example[] = [];
  for (const example of examples) {
    const masked = await maskValue(example.text);
    const isShown = example.secret === undefined
      ? masked === example.text
      : masked.includes(example.secret);
    if (isShown) shown.push(example);
  }
  const share = 1 - shown.length / examples.length;
  for (const { about, text } of shown) {
    print(`  shown: ${about}: ${JSON.stringify(text).slice(0, 160)}`);
  }
  print(
    `${what}: ${examples.length - shown.length} of ${examples.length} masked (${
      (share * 100).toFixed(1)
    } %)`,
  );
  if (isTarget && share < MIN_SHARE) Deno.exitCode = 1;
}

async function reportSamples(folder: string): Promise<void> {
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) =>
    name.endsWith(".go")
  ).sort();
  const samples = files.map((file) =>
    readGoSamples(Deno.readTextFileSync(`${folder}/${file}`), { file, draw })
  );
  const examples = (list: readonly { readonly file: string; readonly text: string }[]) =>
    list.filter(({ text }) => !MADE_UP_REGEXP.test(text)).map(({ file, text }) => ({
      about: file,
      text,
    }));
  await reportUnmasked(`${folder}, with secrets`, examples(samples.flatMap(({ hits }) => hits)), {
    isTarget: false,
  });
  await reportUnmasked(`${folder}, without`, examples(samples.flatMap(({ misses }) => misses)), {
    isTarget: false,
  });
}

async function reportTrees(folder: string): Promise<void> {
  const { lines, languages, masks } = await countMasks(folder);
  for (const { path, line, rule, value } of masks) {
    print(`  ${rule}: ${path}:${line}: ${JSON.stringify(value).slice(0, 90)}`);
  }
  const most = [...languages].sort(([, a], [, b]) => b - a).slice(0, 10);
  print(
    `${masks.length} masks in ${lines} lines: ${
      most.map(([name, count]) => `${name} ${count}`).join(", ")
    }`,
  );
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
