/**
 * `deno task bench:repositories`: runs questions with known answers over several repositories at once;
 * `--help` prints the options.
 */

import { parseArgs } from "node:util";
import { existingPath, printAnswer, QualityUsageError } from "../quality/program.ts";
import { measureRepositories } from "./measure_repositories.ts";

const USAGE = `Measures how much of the answer of one repository remains when several are asked.

deno task bench:repositories --bench DIR --trees DIR [--state DIR] [--sizes 2,5,10] [--by part|file]
    [--policies NAMES]

--bench DIR   has queries.jsonl
--trees DIR   has the trees DIR/repos/NAME
--state DIR   keeps the indexes there for the next run
--sizes       how many repositories are asked at once
--by          what is listed (part)
--policies    only these, with commas between
`;

const text = { type: "string" } as const;

await printAnswer(async () => {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      bench: text,
      trees: text,
      state: text,
      sizes: { ...text, default: "2,5,10" },
      by: { ...text, default: "part" },
      policies: { ...text, default: "" },
    },
  });
  if (values.help || values.bench === undefined || values.trees === undefined) return USAGE;
  const sizes = values.sizes.split(",").map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1)) {
    throw new QualityUsageError(`Cannot use "${values.sizes}" for --sizes: give whole numbers`);
  }
  return await measureRepositories({
    bench: existingPath("bench", values.bench),
    trees: existingPath("trees", values.trees),
    state: values.state,
    sizes,
    by: values.by === "file" ? "file" : "part",
    policies: values.policies.split(",").filter((name) => name !== ""),
  });
});
