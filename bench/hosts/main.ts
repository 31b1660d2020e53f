/**
 * `deno task bench:hosts --trees DIR [--only NAME[,NAME…]] [--crowd N] [--prompts FILE]`: measures
 * hooks as hosts run them, in clones of the git repositories in a folder, and prints tables. The
 * repositories are not changed.
 *
 * With a file of prompts (JSON lines: `prompt`, `needed`, `language`, `tree`, `split`, `files`) it also sends these
 * prompts about the trees, and reports which of them get context. `--no-processes` skips everything else.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { existingPath, printAnswer, QualityUsageError, writeText } from "../quality/program.ts";
import { HostHome } from "./host_home.ts";
import { measurePrompts, readHookPrompts } from "./measure_prompts.ts";
import { measureTree, type TreeFigures } from "./measure_tree.ts";
import { renderPromptOutcomes, renderTreeFigures } from "./render_figures.ts";

await printAnswer(async () => {
  const { values } = parseArgs({
    options: {
      trees: { type: "string" },
      only: { type: "string" },
      crowd: { type: "string", default: "100" },
      prompts: { type: "string" },
      "no-processes": { type: "boolean", default: false },
    },
  });
  if (values.trees === undefined) {
    throw new QualityUsageError('Cannot measure as "--trees" must name a folder of repositories');
  }
  const repositories = listRepositories(existingPath("trees", values.trees));
  const prompts = values.prompts === undefined
    ? []
    : readHookPrompts(existingPath("prompts", values.prompts));
  const only = values.only?.split(",") ?? [...repositories.keys()];
  using home = new HostHome();
  const figures = new Map<string, TreeFigures>();
  for (const name of values["no-processes"] ? [] : only) {
    const repository = repositories.get(name);
    if (repository === undefined) {
      const names = [...repositories.keys()].join(", ");
      throw new QualityUsageError(
        `Cannot measure "${name}" as there is no such tree: there are ${names}`,
      );
    }
    const about = prompts.filter(({ tree, needed }) => tree === name && needed);
    const measured = await measureTree(repository, home, {
      prompts: about.map(({ prompt }) => prompt),
      crowd: Number(values.crowd),
      report: (what) => writeText(Deno.stderr, `${name}: ${what}\n`),
    });
    figures.set(name, measured);
  }
  const tables = figures.size === 0 ? [] : [renderTreeFigures(figures)];
  if (prompts.length > 0) {
    tables.push(renderPromptOutcomes(await measurePrompts(prompts, repositories, home)));
  }
  return `Deno ${Deno.version.deno}, ${navigator.hardwareConcurrency} cores, load ${
    Deno.loadavg().map((load) => load.toFixed(1)).join(" ")
  }\n\n${tables.join("\n")}`;
});

/** Returns the git repositories in a folder, links among them, by their names. */
function listRepositories(folder: string): ReadonlyMap<string, string> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const found = names.filter((name) => exists(`${folder}/${name}/.git`));
  return new Map(found.map((name) => [name, Deno.realPathSync(`${folder}/${name}`)]));
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
