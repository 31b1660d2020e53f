/**
 * `deno task bench:delivery`: scores the deliveries to an agent. Without arguments it prints its
 * usage.
 *
 * @module
 */

import { basename } from "node:path";
import { parseArgs } from "node:util";
import { type Appetite, APPETITES, DEFAULT_APPETITE } from "@dossier/core/pack";
import { existingPath, printAnswer, QualityUsageError, TextFile } from "../quality/program.ts";
import { StateFolder } from "../quality/state_folder.ts";
import {
  BASELINES,
  type DeliveryMethod,
  ISSUE_BUNDLE,
  openTree,
  type QueriedTree,
  queryBundle,
} from "./deliver.ts";
import {
  type DeliveryQuestion,
  parseNameCount,
  readDeliveryQuestions,
} from "./delivery_question.ts";
import { type Measured, type Ranked, renderRanks, renderScores } from "./render_scores.ts";
import { type DeliveredBundle, firstRank, scoreDelivery } from "./score_delivery.ts";

const USAGE =
  `Scores the bundles that agents get, by the lines that they need, and the ranking behind them by the
share of questions with such a line among the first 1, 5 and 10 definitions.

deno task bench:delivery --queries FILE --trees DIR
    [--form query|issue] [--names N] [--short] [--appetite NAME] [--budget TOKENS,…] [--history DIR]
    [--baselines] [--by-kind] [--state DIR] [--out FILE]

--queries FILE   questions as JSON lines: with "essential" ranges, or with the files of a commit
--trees DIR      a folder for each "repo" of the file
--form           how the program is asked: as a question (context) or as a task (--issue)
--names N        gives the first N of the "names" that the file has for a question (0)
--short          asks the "short" form of each question
--appetite       lean, normal or generous, for questions (normal)
--budget         ceilings to measure at (2000,4000,8000,16000)
--history DIR    git clones DIR/OWNER+NAME/repo, for ranking by, and for the lines of commits
--baselines      measures whole files, BM25 over definitions, and FTS5 over 40 lines in the same run
--by-kind        also tells kinds of questions apart
--state DIR      keeps the indexes there for the next run
--out FILE       writes what was delivered as JSON lines, for another scorer
`;

const { values } = parseArgs({
  options: {
    queries: { type: "string" },
    trees: { type: "string" },
    form: { type: "string", default: "query" },
    names: { type: "string", default: "0" },
    short: { type: "boolean", default: false },
    appetite: { type: "string", default: DEFAULT_APPETITE },
    budget: { type: "string", default: "2000,4000,8000,16000" },
    history: { type: "string" },
    baselines: { type: "boolean", default: false },
    "by-kind": { type: "boolean", default: false },
    state: { type: "string" },
    out: { type: "string" },
  },
});

await printAnswer(measure);

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
    names: parseNameCount(values.names),
    isShort: values.short,
  });
  using out = values.out === undefined ? undefined : new TextFile(values.out);
  const measured: Measured[] = [];
  const ranked: Ranked[] = [];
  using states = new StateFolder(values.state);
  for (const [root, ofTree] of Map.groupBy(questions, ({ root }) => root)) {
    const name = `delivery-${basename(root)}`;
    using tree = await openTree(ofTree[0]!, states.of(name));
    for (const question of ofTree) {
      for (const method of methods) {
        ranked.push(...await rankQuestion(tree, question, method));
        for (const budget of budgets) {
          const bundle = await method.deliver(tree, question, budget);
          measured.push({
            method: method.name,
            budget,
            question,
            score: scoreDelivery(question, bundle),
          });
          out?.write(renderBundleLine(question, { method: method.name, budget, bundle }));
        }
      }
    }
    states.release(name);
  }
  const byKind = values["by-kind"];
  return `${renderScores(measured, { byKind })}\n${renderRanks(ranked, { byKind })}`;
}

async function rankQuestion(
  tree: QueriedTree,
  question: DeliveryQuestion,
  { name, rank }: DeliveryMethod,
): Promise<Ranked[]> {
  if (rank === undefined) return [];
  return [{ method: name, question, rank: firstRank(question, await rank(tree, question)) }];
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
      return queryBundle(parseAppetite(values.appetite));
    case "issue":
      return ISSUE_BUNDLE;
    default:
      throw new QualityUsageError(`Cannot ask in the form "${form}": use "query" or "issue"`);
  }
}

function parseAppetite(given: string): Appetite {
  const appetite = APPETITES.find((name) => name === given);
  if (appetite !== undefined) return appetite;
  throw new QualityUsageError(
    `Cannot ask with the appetite "${given}": use ${APPETITES.join(", ")}`,
  );
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
