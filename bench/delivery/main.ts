/**
 * `deno task bench:delivery`: scores what reaches an agent; without arguments it says how.
 *
 * @module
 */

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../markdown_table.ts";
import { existingPath, printAnswer, QualityUsageError, TextFile } from "../quality/program.ts";
import { StateFolder } from "../quality/state_folder.ts";
import { BASELINES, type DeliveryMethod, ISSUE_BUNDLE, openTree, QUERY_BUNDLE } from "./deliver.ts";
import { type DeliveryQuestion, readDeliveryQuestions } from "./delivery_question.ts";
import {
  type DeliveredBundle,
  type DeliveryScore,
  meanScore,
  scoreDelivery,
} from "./score_delivery.ts";

const USAGE = `Scores the bundles that agents get, by the lines that they need.

deno task bench:delivery --queries FILE --trees DIR
    [--form query|issue] [--budget TOKENS,…] [--history DIR] [--baselines] [--by-kind]
    [--state DIR] [--out FILE]

--queries FILE   questions as JSON lines: with "essential" ranges, or with the files of a commit
--trees DIR      a folder for each "repo" of the file
--form           how the program is asked: as a question (context) or as a task (--issue)
--budget         ceilings to measure at (2000,4000,8000,16000)
--history DIR    git clones DIR/OWNER+NAME/repo, for ranking by, and for the lines of commits
--baselines      measures whole files and BM25 over definitions in the same run
--by-kind        also tells kinds of questions apart
--state DIR      keeps the indexes there for the next run
--out FILE       writes what was delivered as JSON lines, for another scorer
`;

const { values } = parseArgs({
  options: {
    queries: { type: "string" },
    trees: { type: "string" },
    form: { type: "string", default: "query" },
    budget: { type: "string", default: "2000,4000,8000,16000" },
    history: { type: "string" },
    baselines: { type: "boolean", default: false },
    "by-kind": { type: "boolean", default: false },
    state: { type: "string" },
    out: { type: "string" },
  },
});

await printAnswer(measure);

/** One bundle of a run. */
interface Measured {
  readonly method: string;
  readonly budget: number;
  readonly question: DeliveryQuestion;
  readonly score: DeliveryScore;
}

async function measure(): Promise<string> {
  if (values.queries === undefined || values.trees === undefined) {
    Deno.exitCode = 2;
    return USAGE;
  }
  const budgets = values.budget.split(",").map(parseBudget);
  const methods = [parseForm(values.form), ...(values.baselines ? BASELINES : [])];
  const questions = await readDeliveryQuestions({
    queries: existingPath("queries", values.queries),
    trees: existingPath("trees", values.trees),
    history: values.history && existingPath("history", values.history),
  });
  using out = values.out === undefined ? undefined : new TextFile(values.out);
  const measured: Measured[] = [];
  using states = new StateFolder(values.state);
  for (const [root, asked] of Map.groupBy(questions, ({ root }) => root)) {
    const name = `delivery-${basename(root)}`;
    using engine = await openTree(asked[0]!, states.of(name));
    for (const question of asked) {
      for (const method of methods) {
        for (const budget of budgets) {
          const bundle = await method.deliver(engine, question, budget);
          measured.push({
            ...{ method: method.name, budget, question },
            score: scoreDelivery(question, bundle),
          });
          out?.write(renderBundleLine(question, { method: method.name, budget, bundle }));
        }
      }
    }
    states.release(name);
  }
  return renderScores(measured);
}

function parseBudget(text: string): number {
  const budget = Number(text);
  if (Number.isInteger(budget) && budget > 0) return budget;
  throw new QualityUsageError(
    `Cannot measure at a budget of "${text}": it must be a whole number from 1`,
  );
}

function parseForm(form: string): DeliveryMethod {
  switch (form) {
    case "query":
      return QUERY_BUNDLE;
    case "issue":
      return ISSUE_BUNDLE;
    default:
      throw new QualityUsageError(`Cannot ask in the form "${form}": use "query" or "issue"`);
  }
}

function renderBundleLine(
  { id }: DeliveryQuestion,
  { method, budget, bundle }: {
    readonly method: string;
    readonly budget: number;
    readonly bundle: DeliveredBundle;
  },
): string {
  return `${JSON.stringify({ query_id: id, method, budget, ...bundle })}\n`;
}

/** Returns a table with a row for each way of answering at each budget, and for each kind of question. */
function renderScores(measured: readonly Measured[]): string {
  const rows = [...Map.groupBy(measured, ({ method, budget }) => `${method}\n${budget}`).values()]
    .flatMap((all) => [
      renderRow("all", all),
      ...(values["by-kind"]
        ? [...Map.groupBy(all, ({ question: { kind } }) => kind)].map(([kind, some]) =>
          renderRow(kind, some)
        )
        : []),
    ]);
  return markdownTable(
    ["method", "budget", "kind", "n", "lines", "ranges", "files", "precision", "tokens"],
    rows,
  );
}

function renderRow(kind: string, measured: readonly Measured[]): string[] {
  const { method, budget } = measured[0]!;
  const { lines, ranges, files, precision, used } = meanScore(measured.map(({ score }) => score));
  const shares = [lines, ranges, files, precision].map((share) => share.toFixed(3));
  return [method, `${budget}`, kind, `${measured.length}`, ...shares, used.toFixed(0)];
}
