import type { Bundle } from "@dossier/core";
import { findIssueIds, type HookPart } from "../core/host/mod.ts";
import { estimatePromptNeed } from "../core/host/prompt_need.ts";
import { escapeControls, estimateTokens, measureUtf8, takeUtf16Start } from "@dossier/core/text";
import { type ContextOptions, INDEX_UNFINISHED, type Pointer } from "@dossier/retrieval/answer";
import { openEstimator } from "@dossier/retrieval/pack";
import { openRenderer } from "@dossier/retrieval/prompt";
import type { Engine } from "@dossier/retrieval/engine";
import type { ReadIssue } from "@dossier/retrieval/issue";
import { RetrievalError } from "@dossier/retrieval/machine";

/** Chance of a prompt's need from which it gets pointers. */
const NEED_OF_POINTERS = 0.6;

/** Chance of the best passage from which a prompt gets passages in place of pointers. */
const CHANCE_OF_PASSAGES = 0.8;

/**
 * Maximum number of tokens of pointers, maximum number of pointers in total and per file, and the
 * minimum chance of a pointer.
 */
const POINTER_TOKENS = 400;
const MAX_POINTERS = 8;
const MAX_POINTERS_OF_FILE = 3;
const MIN_POINTER_CHANCE = 0.01;

/** Number of candidates for pointers: most may be in the best file. */
const POINTER_CANDIDATES = 80;

/** Maximum number of characters of a pointer's definition. */
const MAX_HEAD = 140;

/** Tokens of passages: most texts have less than five bytes per token, so that they fit. */
const PASSAGE_TOKENS = 1800;

/** Fewer tokens of passages are not worth it. */
const MIN_TOKENS = 200;

/** Share of the time for reading changed files. */
const REFRESH_SHARE = 0.3;

/** Share of a tree that must be indexed for results to be reliable. */
const KNOWN_SHARE = 0.9;

/** The last line of a prompt's context: how the agent gets more. */
const HOW_TO_ASK =
  "dossier has the code: asked with ten to twenty names that the code may use, it finds most; wrong guesses do no harm.";

/** Folder of the issues of beads, one a line. */
const TRACKER = ".beads";

/** A part, with the number of the record of its bundle. */
export interface PromptPart extends HookPart {
  readonly record?: number | undefined;
  /** The pointers in it, if any. */
  readonly pointers?: readonly Pointer[];
}

/** Options of {@link buildPromptPart}. */
export interface PromptPartOptions {
  readonly engine: Engine;
  readonly session: string | undefined;
  /** Time that is left, in milliseconds. */
  readonly timeMs: number;
  /** Maximum number of bytes. */
  readonly room: number;
  /** Returns true when the session has the file or the pointer already. */
  readonly isKnown: (pointer: Pointer) => boolean;
}

/**
 * Returns the context for a prompt: the bundle of an issue that it names; passages when one is very
 * likely needed; pointers (path, lines, signature) when the tree is likely needed. Undefined
 * otherwise, and when nothing new is found; `unknown` while too little of the tree is indexed to
 * decide.
 *
 * @param words The user's own text; see `readUserWords()`.
 */
export async function buildPromptPart(
  words: string,
  options: PromptPartOptions,
): Promise<PromptPart | "unknown" | undefined> {
  const { engine, timeMs } = options;
  const issue = await findIssue(words, engine);
  if (issue !== undefined) {
    return await buildPassagePart(
      (given) => engine.contextForIssue(issue.issue, { ...given, ...issue }),
      options,
    );
  }
  const maxRefreshMs = Math.max(0, timeMs * REFRESH_SHARE);
  const { strength, pointers, ...answered } = await engine.assess(words, {
    limit: POINTER_CANDIDATES,
    maxRefreshMs,
  });
  if (!isSufficientlyIndexed(answered)) return "unknown";
  if (estimatePromptNeed(words, strength) < NEED_OF_POINTERS) return undefined;
  if ((pointers[0]?.chance ?? 0) >= CHANCE_OF_PASSAGES) {
    const part = await buildPassagePart((given) => engine.context(words, given), options);
    if (part !== undefined) return part;
  }
  return buildPointerPart(pointers, options);
}

/** Returns true when enough of a tree is indexed for reliable results. */
export function isSufficientlyIndexed(
  { index: { pending = 0, documents }, notes }: Pick<Bundle, "index" | "notes">,
): boolean {
  if (notes.some(({ code }) => code === INDEX_UNFINISHED.code)) return false;
  return pending <= (1 - KNOWN_SHARE) * documents;
}

function buildPointerPart(
  pointers: readonly Pointer[],
  { isKnown, room }: Pick<PromptPartOptions, "isKnown" | "room">,
): PromptPart | undefined {
  const likely = pointers.filter(({ chance }) => chance >= MIN_POINTER_CHANCE);
  const chosen = choosePointers(likely.filter((pointer) => !isKnown(pointer)), {
    count: MAX_POINTERS,
    ofFile: MAX_POINTERS_OF_FILE,
    tokens: POINTER_TOKENS,
  });
  if (chosen.length === 0) return undefined;
  const text = [
    "Places in this repository that the prompt may be about, the likeliest first:",
    ...chosen.map(renderPointer),
    HOW_TO_ASK,
  ].join("\n");
  if (measureUtf8(text).bytes > room) return undefined;
  return { name: "prompt", text, more: "dossier search", pointers: chosen };
}

/** Returns the first pointers within the limits. */
export function choosePointers(
  pointers: readonly Pointer[],
  { count, ofFile, tokens }: {
    readonly count: number;
    /** Maximum number of pointers of one file. */
    readonly ofFile: number;
    readonly tokens: number;
  },
): readonly Pointer[] {
  const chosen: Pointer[] = [];
  const ofFiles = new Map<string, number>();
  let used = 0;
  for (const pointer of pointers) {
    const before = ofFiles.get(pointer.path) ?? 0;
    if (before >= ofFile) continue;
    used += estimateTokens(`${renderPointer(pointer)}\n`);
    if (used > tokens || chosen.length === count) break;
    chosen.push(pointer);
    ofFiles.set(pointer.path, before + 1);
  }
  return chosen;
}

/**
 * Returns the line of a pointer: its path and lines, its signature, and the first sentence of its
 * comment.
 */
export function renderPointer({ path, startLine, endLine, head }: Pointer): string {
  const what = takeUtf16Start(
    head.split("\n", 2).map((line) => line.trim()).filter((line) => line !== "").join(" — "),
    MAX_HEAD,
  );
  return escapeControls(`- ${path}:${startLine}-${endLine}${what === "" ? "" : ` ${what}`}`);
}

/**
 * Returns as many passages of a bundle as fit, without those that the session has; `unknown` while
 * too little of the tree is indexed.
 */
async function buildPassagePart(
  ask: (options: ContextOptions) => Promise<Bundle>,
  { engine, session, timeMs, room }: PromptPartOptions,
): Promise<PromptPart | "unknown" | undefined> {
  const since = Date.now();
  let budget = PASSAGE_TOKENS;
  while (budget >= MIN_TOKENS) {
    const bundle = await ask({
      session,
      budget,
      appetite: "lean",
      trigger: "prompt",
      maxRefreshMs: Math.max(0, timeMs * REFRESH_SHARE),
    });
    const isKnown = isSufficientlyIndexed(bundle);
    const text = isKnown ? await renderPassages(bundle, engine) : "";
    const bytes = measureUtf8(text).bytes;
    if (text !== "" && bytes <= room) {
      return { name: "prompt", text, more: "dossier context", record: bundle.record };
    }
    // The bundle is not sent, so that the session does not have it.
    if (bundle.record !== undefined) await engine.withdraw(bundle.record, { since });
    if (text === "") return isKnown ? undefined : "unknown";
    budget = Math.floor(budget * Math.min(0.9, room / bytes));
  }
  return undefined;
}

/** Returns a bundle as a text; empty when it has no passage. */
async function renderPassages(bundle: Bundle, { root }: Pick<Engine, "root">): Promise<string> {
  // A bundle that only names files is no better than pointers.
  if (bundle.fragments.every(({ form }) => form === "reference")) return "";
  const renderer = await openRenderer("markdown", root);
  const text = renderer.render(bundle, await openEstimator("piece"));
  return text === "" ? "" : `${text}\n${HOW_TO_ASK}\n`;
}

/** Returns the first issue in a prompt that a tracker of the tree has. */
async function findIssue(words: string, engine: Engine): Promise<ReadIssue | undefined> {
  const ids = findIssueIds(words);
  if (ids.length === 0) return undefined;
  const { listNames } = await import("@dossier/retrieval/file-info");
  const files = listNames(`${engine.root}/${TRACKER}`).filter((name) => name.endsWith(".jsonl"));
  for (const id of ids) {
    for (const file of files) {
      try {
        return await engine.readIssue(`${TRACKER}/${file}#${id}`, { isConfined: true });
      } catch (error) {
        // Most words with a hyphen are no issue, and some files of a tracker have none.
        if (!(error instanceof RetrievalError)) throw error;
      }
    }
  }
  return undefined;
}
