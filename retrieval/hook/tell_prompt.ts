import type { Bundle } from "@dossier/core";
import { findIssueIds, type HookPart, isWorthContext } from "@dossier/core/host";
import { measureUtf8 } from "@dossier/core/text";
import type { ContextOptions } from "../answer/mod.ts";
import { openEstimator } from "../delivery/mod.ts";
import { openRenderer } from "../delivery/prompt/mod.ts";
import type { Engine } from "../engine.ts";
import type { ReadIssue } from "../issue/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

/** Tokens of what comes with a prompt: of five bytes each, which most texts have less of, they fit its room. */
const PROMPT_TOKENS = 1800;

/** Below so many tokens nothing is worth its place. */
const MIN_TOKENS = 200;

/** How much of the time that there is may go into files that have changed. */
const REFRESH_SHARE = 0.3;

/** Of how much of a tree the index has to know, so that what it finds is likely the best there is. */
const KNOWN_SHARE = 0.9;

/** The last line of what a prompt is given: how the agent gets more. */
const ASK_WITH_NAMES =
  "For more, ask dossier with ten to twenty names that you guess the code to have; wrong ones do no harm.";

/** Where beads keeps its issues, a line each. */
const TRACKER = ".beads";

/** A bundle, with the number of its record where it has one. */
export interface BundlePart extends HookPart {
  readonly record?: number | undefined;
}

/**
 * Returns what of the tree a prompt calls for: the bundle of the issue that it names, or of what it says, within 2,000
 * tokens and without what the session holds. Undefined where it calls for nothing, where nothing is found, and while
 * most of the tree is still unknown.
 */
export async function tellPrompt(
  prompt: string,
  { engine, session, timeMs, room }: {
    readonly engine: Engine;
    readonly session: string | undefined;
    readonly timeMs: number;
    /** Most bytes. */
    readonly room: number;
  },
): Promise<BundlePart | undefined> {
  const found = await findIssue(prompt, engine);
  if (!isWorthContext(prompt, { hasIssue: found !== undefined })) return undefined;
  const since = Date.now();
  let budget = PROMPT_TOKENS;
  while (budget >= MIN_TOKENS) {
    const options: ContextOptions = {
      ...{ session, budget, appetite: "lean", trigger: "prompt" },
      maxRefreshMs: Math.max(0, timeMs * REFRESH_SHARE),
    };
    const bundle = found === undefined
      ? await engine.context(prompt, options)
      : await engine.contextForIssue(found.issue, { ...options, ...found });
    const text = await renderKnown(bundle, engine);
    const bytes = measureUtf8(text).bytes;
    if (text !== "" && bytes <= room) {
      return {
        name: "prompt",
        text,
        more: 'dossier context --names "GUESSES"',
        record: bundle.record,
      };
    }
    // It is not sent, so that the session does not hold it.
    if (bundle.record !== undefined) await engine.withdraw(bundle.record, { since });
    if (text === "") return undefined;
    budget = Math.floor(budget * Math.min(0.9, room / bytes));
  }
  return undefined;
}

/** Returns a bundle as a text; empty when it has nothing, or knows too little of the tree. */
async function renderKnown(bundle: Bundle, { root }: Pick<Engine, "root">): Promise<string> {
  const { fragments, index: { pending = 0, documents } } = bundle;
  if (fragments.length === 0 || pending > (1 - KNOWN_SHARE) * documents) return "";
  const renderer = await openRenderer("markdown", root);
  const text = renderer.render(bundle, await openEstimator("piece"));
  return text === "" ? "" : `${text}\n${ASK_WITH_NAMES}\n`;
}

/** Returns the first issue of a prompt that a tracker of the tree has. */
async function findIssue(prompt: string, engine: Engine): Promise<ReadIssue | undefined> {
  const ids = findIssueIds(prompt);
  if (ids.length === 0) return undefined;
  const { listNames } = await import("../machine/file_info.ts");
  const files = listNames(`${engine.root}/${TRACKER}`).filter((name) => name.endsWith(".jsonl"));
  for (const id of ids) {
    for (const file of files) {
      try {
        return await engine.readIssue(`${TRACKER}/${file}#${id}`, { isConfined: false });
      } catch (error) {
        // Most words with a hyphen are no issue, and other files of a tracker hold none.
        if (!(error instanceof RetrievalError)) throw error;
      }
    }
  }
  return undefined;
}
