import { openEngine } from "../../mod.ts";
import { answerHook } from "../../features/hosts/hook/answer_hook.ts";
import { runHook } from "../../features/hosts/hook/run_hook.ts";
import { toText } from "../../tests/hooked_session.ts";
import { QualityUsageError } from "../quality/program.ts";
import type { HostHome } from "./host_home.ts";
import { HostedTree } from "./hosted_tree.ts";
import { isPointers, mentionsFile } from "./read_reply.ts";

/** Prompt with its labels. */
export interface LabelledHookPrompt {
  readonly prompt: string;
  /** True for a prompt that needs something of the repository. */
  readonly needed: boolean;
  readonly language: string;
  /** Name of the repository. */
  readonly tree: string;
  /** `held` for a prompt that the model was not trained on. */
  readonly split: string;
  /** Paths of the files that answer it. */
  readonly files: readonly string[];
}

/** Answer to a prompt. */
export interface PromptOutcome extends LabelledHookPrompt {
  readonly delivered: "nothing" | "pointers" | "passages";
  /** True for a text that names one of the files of the prompt. */
  readonly isRight: boolean;
}

/**
 * Time limit of a hook, in milliseconds. It is ample, as the content is measured and not the speed.
 */
const HOOK_LIMIT_MS = 60_000;

/**
 * Returns the answer to each prompt in a new session, from a process with a complete index.
 *
 * @param repositories Absolute paths of repositories, by their names.
 */
export async function measurePrompts(
  prompts: readonly LabelledHookPrompt[],
  repositories: ReadonlyMap<string, string>,
  home: HostHome,
): Promise<readonly PromptOutcome[]> {
  const outcomes: PromptOutcome[] = [];
  for (const [name, ofTree] of Map.groupBy(prompts, ({ tree }) => tree)) {
    const repository = repositories.get(name);
    if (repository === undefined) {
      throw new QualityUsageError(
        `Cannot ask about "${name}" as no folder of --trees is called so`,
      );
    }
    using tree = await HostedTree.clone(repository, home);
    using engine = await openEngine({ root: tree.root });
    await engine.index();
    for (const each of ofTree) {
      const input = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": crypto.randomUUID(),
        cwd: tree.root,
        prompt: each.prompt,
      };
      const stdout = await runHook({
        host: "claude-code",
        text: JSON.stringify(input),
        folder: tree.root,
        cache: undefined,
        home: undefined,
        deadlineMs: HOOK_LIMIT_MS,
      }, (job, say) => answerHook(job, say, { engine }));
      const text = toText(stdout);
      outcomes.push({
        ...each,
        delivered: text === "" ? "nothing" : isPointers(text) ? "pointers" : "passages",
        isRight: each.files.some((path) => mentionsFile(text, path)),
      });
    }
  }
  return outcomes;
}

/** Returns the prompts in a file with one JSON object per line. */
export function readHookPrompts(path: string): readonly LabelledHookPrompt[] {
  return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => {
    const { prompt, needed, language, tree, split, files = [] } = JSON.parse(line);
    return { prompt, needed, language, tree, split, files };
  });
}
