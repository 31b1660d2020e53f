/**
 * `deno task bench:stale CLONE…`: takes the documents of git clones as they were years ago, asks whether
 * they are out of date in the newest tree, and prints how often that is right.
 */

import { parseArgs } from "node:util";
import { existingPath } from "./existing_path.ts";
import { measureStale, type StaleCounts, sumCounts } from "./measure_stale.ts";
import { printAnswer } from "./print_answer.ts";
import { QualityUsageError } from "./quality_usage_error.ts";
import { StateFolder } from "./state_folder.ts";

const USAGE =
  "Give folders of git clones, bare or not: deno task bench:stale [--years 1,2,4] [--mistakes] CLONE…";

await printAnswer(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      years: { type: "string", default: "1,2,4" },
      mistakes: { type: "boolean", default: false },
    },
  });
  const years = values.years.split(",").map(Number);
  if (positionals.length === 0 || years.some((age) => !(age > 0))) {
    throw new QualityUsageError(USAGE);
  }
  const clones = positionals.map((path) => existingPath("clone", path));
  using state = new StateFolder(undefined);
  const all: StaleCounts[] = [];
  const lines = [
    "| clone | documents | stale | precision | recall | aged: precision | first ms | again ms |",
  ];
  lines.push("|---|---:|---:|---:|---:|---:|---:|---:|");
  for (const [i, clone] of clones.entries()) {
    const name = `${i}`;
    const onMistake = values.mistakes ? (line: string) => lines.push(`  ${line}`) : () => {};
    const counts = await measureStale(clone, { years, folder: state.of(name), onMistake });
    state.release(name);
    const title = clone.split("/").findLast((part) => part !== "repo") ?? clone;
    if (counts === undefined) lines.push(`| ${title} | git can not write its tree |`);
    else {
      all.push(counts);
      lines.push(renderCounts(title, counts));
    }
  }
  return [...lines, renderCounts("all", sumCounts(all))].map((line) => `${line}\n`).join("");
});

function renderCounts(title: string, counts: StaleCounts): string {
  const { stale, fresh, flaggedStale, flaggedFresh, agedStale, agedFresh } = counts;
  const share = (part: number, all: number) => all === 0 ? "–" : (part / all).toFixed(2);
  const mean = (ms: number) => share(ms, stale + fresh);
  return `| ${title} | ${stale + fresh} | ${stale} | ${
    share(flaggedStale, flaggedStale + flaggedFresh)
  } | ` +
    `${share(flaggedStale, stale)} | ${share(agedStale, agedStale + agedFresh)} | ` +
    `${mean(counts.firstMs)} | ${mean(counts.againMs)} |`;
}
