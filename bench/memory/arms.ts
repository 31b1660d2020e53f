import type { Engine, Issue } from "../../mod.ts";
import type { DeliveredBundle, ShownPassage } from "../delivery/score_delivery.ts";
import { namesOf, type Remembered, renderMemories } from "./memory_text.ts";

/** Where the memories of an arm are from; `fix` is an oracle, which cites the files of the fix itself. */
export type MemorySource = "mined" | "curated" | "stale" | "other" | "fix";

/**
 * What becomes of memories: `text` stands beside the code and takes of its budget; `names` are the cited paths and
 * symbols as guessed names for the ranking, at no cost; `query` is the claim as more words of the task; `mention` are
 * the cited places as more words of the task.
 */
export type MemoryForm = "text" | "names" | "text+names" | "query" | "mention" | "text+mention";

/** One way of asking that is measured. */
export interface Arm {
  readonly name: string;
  /** Whether subjects of commits count. */
  readonly commits: boolean;
  readonly source?: MemorySource;
  readonly form?: MemoryForm;
}

/** Returns the arm of a name, such as `none`, `commits` or `curated:text+names`. */
export function parseArm(name: string): Arm {
  if (name === "none") return { name, commits: false };
  if (name === "commits") return { name, commits: true };
  const [source = "", form = ""] = name.split(":");
  return { name, commits: true, source: source as MemorySource, form: form as MemoryForm };
}

/** A delivery, with what the memories in it cost. */
export interface ArmDelivery extends DeliveredBundle {
  readonly memoryTokens: number;
  /** Tokens of passages by their path. */
  readonly tokensByPath: ReadonlyMap<string, number>;
}

/** Returns what an arm delivers for a task within a budget, in tokens. */
export async function deliver(
  engine: Engine,
  { arm, issue, memories, budget }: {
    readonly arm: Arm;
    readonly issue: Issue;
    readonly memories: readonly Remembered[];
    readonly budget: number;
  },
): Promise<ArmDelivery> {
  const { form = "" } = arm;
  const block = renderMemories(memories);
  const isTold = form.startsWith("text");
  const memoryTokens = isTold ? block.tokens : 0;
  const told = block.told;
  const bundle = await engine.contextForIssue(widen(issue, { form, told }), {
    budget: budget - memoryTokens,
    refresh: false,
    record: false,
    ...(form.endsWith("names") && { names: namesOf(told) }),
    ...(!arm.commits && { disabled: ["subjects"] }),
  });
  const passages: ShownPassage[] = [];
  const tokensByPath = new Map<string, number>();
  for (const { location, tokens, form } of bundle.fragments) {
    if (location === undefined) continue;
    const { path, startLine, endLine, ranges } = location;
    passages.push({ path, startLine, endLine, tokens, form, ...(ranges && { ranges }) });
    tokensByPath.set(path, (tokensByPath.get(path) ?? 0) + tokens);
  }
  // A text names the paths that it cites, as a reference does.
  if (isTold) {
    for (const { path } of told.flatMap(({ anchors }) => anchors)) {
      passages.push({ path, startLine: 1, endLine: 1, tokens: 0, form: "reference" });
    }
  }
  return { passages, used: bundle.budget.used + memoryTokens, memoryTokens, tokensByPath };
}

function widen(
  issue: Issue,
  { form, told }: { readonly form: string; readonly told: readonly Remembered[] },
): Issue {
  if (told.length === 0) return issue;
  const more = form === "query"
    ? told.map(({ claim }) => claim).join("\n")
    : form.endsWith("mention")
    ? namesOf(told).join("\n")
    : "";
  return more === "" ? issue : { ...issue, description: `${issue.description}\n\n${more}` };
}
