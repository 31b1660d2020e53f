import {
  type CheckTarget,
  findFolderProblem,
  type Finding,
  inspectActivity,
  type TreeCheck,
} from "@dossier/retrieval/health";
import { dirname, PROGRAM } from "@dossier/retrieval/machine";
import type { LastSession } from "@dossier/retrieval/state";
import { listHookProblems, listLateFiles } from "../hook/answering/mod.ts";

/**
 * Checks the last run of hooks in the tree: whether they ran, the tokens that they delivered, and
 * skipped, late and failed events.
 */
export const HOOKS_CHECK: TreeCheck = {
  name: "hooks",
  isShownOnServer: true,
  run: (place) => Promise.resolve(findFolderProblem(place) ? [] : examineHooks(place)),
};

function examineHooks(place: CheckTarget): readonly Finding[] {
  const last = inspectActivity(place.state);
  return [
    ...(last === undefined ? [NONE_RAN] : [examineRun(last), ...examineGiven(last)]),
    ...examineLate(place),
    ...examineProblems(place),
  ];
}

const NONE_RAN: Finding = {
  level: "note",
  message: "No hook has recorded a session in this folder yet",
  fix: 'install them as "hosts" says, trust them in the host, and start a session here',
};

function examineRun({ id, events }: LastSession): Finding {
  const { time } = events.at(-1)!;
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  const did = `${counted(count("prompt"), "prompt")} and ${counted(count("tool"), "tool")}`;
  const when = new Date(time).toISOString();
  return { level: "ok", message: `The last one ran at ${when} in session "${id}", of ${did}` };
}

/** Returns the texts of the session, and the prompts without a text. */
function examineGiven({ events }: LastSession): readonly Finding[] {
  const deliveries = events.filter(({ kind, tokens }) => kind === "told" && tokens !== undefined);
  const tokens = deliveries.reduce((sum, event) => sum + (event.tokens ?? 0), 0);
  const names = [...Map.groupBy(deliveries, ({ value }) => value)]
    .map(([name, each]) => each.length === 1 ? name : `${name} (${each.length} times)`);
  const given: Finding = deliveries.length === 0
    ? { level: "note", message: "It received nothing" }
    : { level: "ok", message: `It received ${tokens} tokens: ${names.join(", ")}` };
  const skipped = listSkippedPrompts(events);
  if (skipped.length === 0) return [given];
  const late = skipped.filter(({ isLate }) => isLate).length;
  const others = skipped.length - late;
  const why = [
    ...(others === 0 ? [] : [`for ${others} nothing new in the tree was likely to be needed`]),
    ...(late === 0 ? [] : [`for ${late} the time ran out`]),
  ];
  const message = `${counted(skipped.length, "prompt")} got nothing: ${why.join(", ")}`;
  return [given, { level: "note", message }];
}

/**
 * Returns the prompts that got no text before the next one; `isLate` is true for those without any
 * response.
 */
function listSkippedPrompts(
  events: LastSession["events"],
): readonly { readonly isLate: boolean }[] {
  const places = events.flatMap(({ kind }, at) => kind === "prompt" ? [at] : []);
  return places.flatMap((at, index) => {
    const until = events.slice(at, places[index + 1]);
    const wasDelivered = (what: string) =>
      until.some(({ kind, value }) => kind === "told" && value === what);
    return wasDelivered("bundle") ? [] : [{ isLate: !wasDelivered("prompt") }];
  });
}

function examineLate({ state }: CheckTarget): readonly Finding[] {
  const late = listLateFiles(state).length;
  if (late === 0) return [];
  const message = `${
    counted(late, "event")
  } could not be recorded in time: the next hook records them`;
  return [{ level: "note", message }];
}

/** Returns each recent problem of a hook, with its count and the time of the last one. */
function examineProblems({ root, state }: CheckTarget): readonly Finding[] {
  // In the usual folder, or beside that of a tree that cannot be written.
  const folders = new Set([`${root}/.dossier/state`, dirname(state)]);
  const problems = [...folders].flatMap(listHookProblems);
  return [...Map.groupBy(problems, ({ host, problem }) => `${host}: ${problem}`)]
    .map(([sentence, each]) => {
      const last = each.at(-1)!;
      const times = each.length === 1 ? "once" : `${each.length} times`;
      const message = `${sentence} (${times}, last at ${last.time})`;
      return { level: "warning", message, fix: findFix(last.problem, root) } as const;
    }).slice(-MAX_PROBLEMS);
}

/** Maximum number of problems that are listed. */
const MAX_PROBLEMS = 5;

function findFix(problem: string, root: string): string {
  if (problem.startsWith("Stopped after")) {
    return `${PROGRAM} index --root "${root}"; hooks are faster when the MCP server of the host is installed`;
  }
  return problem.startsWith("Cannot find the host") || problem.startsWith("Cannot read the input")
    ? `${PROGRAM} install-host, which installs the hooks again`
    : `see the message above; ${PROGRAM} doctor --deep checks all stored data`;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
