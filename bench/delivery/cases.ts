/**
 * `deno task bench:cases`: runs questions whose bundles once failed. Without arguments it prints
 * its usage.
 *
 * @module
 */

import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { existingPath, printAnswer, QualityUsageError } from "../quality/program.ts";
import { StateFolder } from "../quality/state_folder.ts";
import { ISSUE_BUNDLE, openTree, queryBundle } from "./deliver.ts";
import {
  caseIssue,
  checkDelivery,
  type DeliveryCase,
  parseDeliveryCases,
} from "./delivery_case.ts";
import type { DeliveredBundle } from "./score_delivery.ts";

const USAGE = `Asks the questions of a list of cases that once failed, and says which fail now.

deno task bench:cases --trees DIR [--trees DIR …]
    [--cases FILE] [--only TEXT] [--state DIR] [--verbose]

--trees DIR    folders with the trees that the cases name; cases without a tree are left out
--cases FILE   cases as JSON lines (bench/delivery/cases.jsonl)
--only TEXT    only cases with this in their kind or name
--state DIR    keeps the indexes there for the next run
--verbose      also prints what came for cases that pass

The exit code is 1 when a case fails.
`;

const { values } = parseArgs({
  options: {
    trees: { type: "string", multiple: true },
    cases: { type: "string", default: join(import.meta.dirname!, "cases.jsonl") },
    only: { type: "string", default: "" },
    state: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});

await printAnswer(runCases);

/** Case with its bundle. */
interface CheckedCase {
  readonly deliveryCase: DeliveryCase;
  readonly complaints: readonly string[];
}

async function runCases(): Promise<string> {
  if (values.trees === undefined) {
    Deno.exitCode = 2;
    return USAGE;
  }
  const trees = values.trees.map((path) => existingPath("trees", path));
  const listed = parseDeliveryCases(Deno.readTextFileSync(existingPath("cases", values.cases)))
    .filter(({ id, kind }) => `${kind} ${id}`.includes(values.only));
  const done: CheckedCase[] = [];
  let text = "";
  using states = new StateFolder(values.state);
  for (const [tree, cases] of Map.groupBy(listed, ({ tree }) => tree)) {
    const root = trees.map((path) => join(path, tree)).find(isFolder);
    if (root === undefined) continue;
    const name = `delivery-${basename(root)}`;
    using opened = await openTree({ root, history: undefined }, states.of(name));
    for (const deliveryCase of cases) {
      const { id, query, budget } = deliveryCase;
      const issue = caseIssue(deliveryCase);
      const method = issue === undefined ? queryBundle() : ISSUE_BUNDLE;
      const question = {
        query,
        root,
        names: [],
        issue: issue ?? { id, title: query, description: "", labels: [] },
      };
      const bundle = await method.deliver(opened, question, budget);
      const complaints = checkDelivery(deliveryCase, bundle, root);
      done.push({ deliveryCase: deliveryCase, complaints });
      text += renderCase(deliveryCase, complaints, bundle);
    }
    states.release(name);
  }
  if (done.length === 0) {
    throw new QualityUsageError(`Cannot ask any case: no tree of theirs is in ${trees.join(", ")}`);
  }
  if (done.some(({ complaints }) => complaints.length > 0)) Deno.exitCode = 1;
  return text + renderKinds(done);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Returns a line about a case: whether it passes, and otherwise what was delivered. */
function renderCase(
  { kind, id, tree, query }: DeliveryCase,
  complaints: readonly string[],
  { passages, used }: DeliveredBundle,
): string {
  const isPassed = complaints.length === 0;
  const [title = ""] = query.split("\n", 1);
  const head = `${isPassed ? "pass" : "FAIL"} ${kind}/${id} (${tree}, ${used} tokens): ${title}\n`;
  const complaintLines = complaints.map((complaint) => `     ${complaint}\n`).join("");
  const came = isPassed && !values.verbose ? [] : passages.map(
    ({ path, startLine, endLine, tokens, form }) =>
      `       ${path}:${startLine}-${endLine} ${form} ${tokens}\n`,
  );
  return head + complaintLines + came.join("");
}

function renderKinds(done: readonly CheckedCase[]): string {
  const lines = [...Map.groupBy(done, ({ deliveryCase: { kind } }) => kind)].map(
    ([kind, cases]) => {
      const passed = cases.filter(({ complaints }) => complaints.length === 0).length;
      return `${kind}: ${passed} of ${cases.length}\n`;
    },
  );
  const passed = done.filter(({ complaints }) => complaints.length === 0).length;
  return `\n${lines.sort().join("")}all: ${passed} of ${done.length}\n`;
}
