/**
 * Reads all profiles and knowledge of a project, and compares their texts with those of another
 * program: `deno task campaign:policies --from DIR [--expected FILE]`.
 *
 * The file is JSON: `{"directives": {ID: ITEM}, "knowledge": {ID: ITEM}}`. An item has a `body`, or an
 * `error` when the other program cannot read it, and `changed` when its signature is broken according to
 * that program. `read_with_rye.py` writes the file with the parsers of a checkout of Rye.
 *
 * @module
 */

import { openPolicies } from "@dossier/policy";
import { parseArgs } from "node:util";
import { isContextError } from "@dossier/core";
import { convertInputExpressions } from "../../features/policy/read_rye_yaml.ts";

/** Text of an item according to the other program. */
interface ExpectedItem {
  readonly body?: string;
  readonly error?: string;
  readonly changed?: boolean;
}

type ExpectedItems = Readonly<Partial<Record<string, Readonly<Record<string, ExpectedItem>>>>>;

/** Result of the comparison of an item. */
type Outcome = "same" | "other text" | "refused" | "refused by both" | "read" | "read by us alone";

const { values } = parseArgs({
  args: Deno.args,
  options: { from: { type: "string" }, expected: { type: "string" } },
});
if (values.from === undefined) throw new Error("Cannot compare nothing: write --from DIR");
const expected: ExpectedItems | undefined = values.expected === undefined
  ? undefined
  : JSON.parse(Deno.readTextFileSync(values.expected));
const policies = openPolicies({ root: Deno.realPathSync(values.from) });
const isOwn = (id: string, kind: "profiles" | "knowledge") =>
  policies.folders.some((folder) =>
    folder.space === "project" && folder.stat(`${folder.form[kind]}/${id}.md`) !== undefined
  );
const kinds = [
  ["directives", "profiles", policies.listProfiles().map(({ id }) => id), findProfile],
  ["knowledge", "knowledge", policies.listKnowledge(), findKnowledge],
] as const;
let isRight = true;
for (const [name, kind, ids, find] of kinds) {
  const counts = new Map<Outcome, number>();
  const own = ids.filter((id) => isOwn(id, kind));
  for (const id of new Set([...own, ...Object.keys(expected?.[name] ?? {})])) {
    const { outcome, reason } = await compare(id, find, expected && (expected[name]?.[id] ?? {}));
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    if (outcome !== "other text" && outcome !== "refused") continue;
    isRight = false;
    print(`${name} ${id}: ${outcome}${reason === undefined ? "" : `: ${reason}`}`);
  }
  const counted = [...counts].map(([outcome, count]) => `${count} ${outcome}`).join(", ");
  print(`${name}: ${counted || "none"}`);
}
for (const note of policies.notes) print(`note: ${note}`);
if (!isRight) Deno.exit(1);

async function findProfile(id: string): Promise<string | undefined> {
  return (await policies.findProfile(id))?.body;
}

async function findKnowledge(id: string): Promise<string | undefined> {
  return (await policies.findKnowledge(id))?.body;
}

async function compare(
  id: string,
  find: (id: string) => Promise<string | undefined>,
  item: ExpectedItem | undefined,
): Promise<{ readonly outcome: Outcome; readonly reason?: string }> {
  const isRefused = item?.error !== undefined || item?.changed === true;
  try {
    const body = await find(id);
    if (item === undefined) return { outcome: "read" };
    if (isRefused) return { outcome: "read by us alone" };
    const other = item.body?.trim() ?? "";
    // Expressions of inputs are converted to ours.
    const same = [other, convertInputExpressions(other, { path: id, warn: () => {} })];
    return { outcome: body !== undefined && same.includes(body) ? "same" : "other text" };
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { outcome: isRefused ? "refused by both" : "refused", reason: error.message };
  }
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
