import type { Bundle } from "@dossier/core";
import { findIssueIds, type HookPart } from "../core/host/mod.ts";
import { promptNeed } from "../core/host/prompt_need.ts";
import { countPieces, escapeControls, measureUtf8, takeWholeStart } from "@dossier/core/text";
import { type ContextOptions, INDEX_UNFINISHED, type Pointer } from "@dossier/retrieval/answer";
import { openEstimator } from "@dossier/retrieval/pack";
import { openRenderer } from "@dossier/retrieval/prompt";
import type { Engine } from "@dossier/retrieval/engine";
import type { ReadIssue } from "@dossier/retrieval/issue";
import { RetrievalError } from "@dossier/retrieval/machine";

/** The chance of needing something of the tree from which on a prompt is given pointers. */
const NEED_OF_POINTERS = 0.6;

/** The chance of the best passage from which on a prompt is given passages, and not only pointers. */
const CHANCE_OF_PASSAGES = 0.8;

/** Most tokens of pointers, most of them in all and of one file, and the chance below which there are no more. */
const POINTER_TOKENS = 400;
const MAX_POINTERS = 8;
const MAX_POINTERS_OF_FILE = 3;
const MIN_POINTER_CHANCE = 0.01;

/** Parts that pointers are chosen from: the best file may have most of them. */
const POINTER_CANDIDATES = 80;

/** Characters of what a pointer says of a definition. */
const MAX_HEAD = 140;

/** Tokens of passages: of five bytes each, which most texts have less of, they fit their room. */
const PASSAGE_TOKENS = 1800;

/** Below so many tokens no passage is worth its place. */
const MIN_TOKENS = 200;

/** How much of the time that there is may go into files that have changed. */
const REFRESH_SHARE = 0.3;

/** Of how much of a tree the index has to know, so that what it finds is likely the best there is. */
const KNOWN_SHARE = 0.9;

/** The last line of what a prompt is given: how the agent gets more. */
const HOW_TO_ASK =
  "dossier has the code: asked with ten to twenty names that the code may use, it finds most; wrong guesses do no harm.";

/** Where beads keeps its issues, a line each. */
const TRACKER = ".beads";

/** A part with the number of the record of its bundle, where it is one. */
export interface PromptPart extends HookPart {
  readonly record?: number | undefined;
  /** The pointers that it is made of, if any. */
  readonly pointers?: readonly Pointer[];
}

/** Options of {@link promptPart}. */
export interface PromptPartOptions {
  readonly engine: Engine;
  readonly session: string | undefined;
  /** Milliseconds that there are. */
  readonly timeMs: number;
  /** Most bytes. */
  readonly room: number;
  /** Returns whether the session has a file, or was pointed to it, so that a pointer says nothing new. */
  readonly isKnown: (pointer: Pointer) => boolean;
}

/**
 * Returns what a session is given with a prompt: the bundle of the issue that it names; passages where one is very
 * likely needed; pointers (path, lines, signature) where something of the tree is likely needed. Undefined otherwise,
 * and where nothing new is found; `unknown` while that can not be told, as too little of the tree is known.
 *
 * @param words The user's words; see `readUserWords()`.
 */
export async function promptPart(
  words: string,
  options: PromptPartOptions,
): Promise<PromptPart | "unknown" | undefined> {
  const { engine, timeMs } = options;
  const issue = await findIssue(words, engine);
  if (issue !== undefined) {
    return await passagePart(
      (given) => engine.contextForIssue(issue.issue, { ...given, ...issue }),
      options,
    );
  }
  const maxRefreshMs = Math.max(0, timeMs * REFRESH_SHARE);
  const { strength, pointers, ...answered } = await engine.assess(words, {
    limit: POINTER_CANDIDATES,
    maxRefreshMs,
  });
  if (!knowsEnough(answered)) return "unknown";
  if (promptNeed(words, strength) < NEED_OF_POINTERS) return undefined;
  if ((pointers[0]?.chance ?? 0) >= CHANCE_OF_PASSAGES) {
    const part = await passagePart((given) => engine.context(words, given), options);
    if (part !== undefined) return part;
  }
  return pointerPart(pointers, options);
}

/** Returns whether an index knows so much of its tree that what it finds is likely the best there is. */
export function knowsEnough(
  { index: { pending = 0, documents }, notes }: Pick<Bundle, "index" | "notes">,
): boolean {
  if (notes.some(({ code }) => code === INDEX_UNFINISHED.code)) return false;
  return pending <= (1 - KNOWN_SHARE) * documents;
}

function pointerPart(
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

/** Returns as many of the first pointers as the limits let through. */
export function choosePointers(
  pointers: readonly Pointer[],
  { count, ofFile, tokens }: {
    readonly count: number;
    /** Most of one file. */
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
    used += countPieces(`${renderPointer(pointer)}\n`);
    if (used > tokens || chosen.length === count) break;
    chosen.push(pointer);
    ofFiles.set(pointer.path, before + 1);
  }
  return chosen;
}

/** Returns the line of a pointer: its path and lines, its signature, and the first sentence of its comment. */
export function renderPointer({ path, startLine, endLine, head }: Pointer): string {
  const what = takeWholeStart(
    head.split("\n", 2).map((line) => line.trim()).filter((line) => line !== "").join(" — "),
    MAX_HEAD,
  );
  return escapeControls(`- ${path}:${startLine}-${endLine}${what === "" ? "" : ` ${what}`}`);
}

/**
 * Returns the most passages of a bundle that fit the room, without what the session holds; `unknown` while too little
 * of the tree is known.
 */
async function passagePart(
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
    const isKnown = knowsEnough(bundle);
    const text = isKnown ? await renderPassages(bundle, engine) : "";
    const bytes = measureUtf8(text).bytes;
    if (text !== "" && bytes <= room) {
      return { name: "prompt", text, more: "dossier context", record: bundle.record };
    }
    // It is not sent, so that the session does not hold it.
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

/** Returns the first issue of a prompt that a tracker of the tree has. */
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
        // Most words with a hyphen are no issue, and other files of a tracker hold none.
        if (!(error instanceof RetrievalError)) throw error;
      }
    }
  }
  return undefined;
}
