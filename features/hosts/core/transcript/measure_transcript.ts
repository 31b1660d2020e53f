/**
 * Measures the reads and the received context of a session, from its transcript.
 *
 * - A **read** is a file that a call shows, or that the host added without a call, with the tokens
 *   of the output: when one output shows several files, or a search as well, each has an equal
 *   share. It is **used** when the agent edits the file afterwards, or names it afterwards in its
 *   own text or in a call that does more than read it. Dilution of reading = tokens of reads that
 *   are not used / tokens of all reads.
 * - A read is **repeated** when the context has its lines already, from an earlier read with no
 *   edit of the file and no compaction since: tokens × repeated lines / lines read. It is **given
 *   already** when it has them from dossier in the same way.
 * - A fragment of dossier is used when the agent reads, edits or names its file afterwards.
 *   Dilution of dossier's context = tokens of fragments that are not used / tokens of all
 *   fragments. Fragments that are not files count for neither, as they are not looked up.
 *
 * A subagent has a context of its own. Files that it names and edits count for all.
 *
 * @module
 */
import { intersectRanges, type LineRange, mergeRanges } from "@dossier/core/fragment";
import { findMentioned, mentionKey, mentionKeys } from "@dossier/core/metrics";
import {
  type FileDilution,
  type FileTokens,
  type NeedlessReads,
  type ShownText,
  toDilution,
  toNeedless,
} from "./file_figures.ts";
import type { AnswerUsage } from "../hosts/mod.ts";
import type { FileTouch, TranscriptEvent, TranscriptEventKind } from "./transcript_event.ts";

/** Figures of a session, from its transcript. */
export interface TranscriptMeasures {
  /** Number of prompts of the user. */
  readonly prompts: number;
  /** Number of tool calls. */
  readonly calls: number;
  /** Number of compactions. */
  readonly compactions: number;
  /**
   * Estimated tokens by kind of event; of outputs by the effect of the call, `output` being those
   * of calls that read, search and edit nothing.
   */
  readonly tokens: Readonly<Record<string, number>>;
  /** As the host reports it: the sum over all responses of the model, each once. */
  readonly usage: AnswerUsage & { readonly answers: number };
  /** Calls that read or search. */
  readonly looks: number;
  /** Reads and searches before the first edit; absent when nothing was edited. */
  readonly looksBeforeEdit?: number;
  /** Shown files; they are used when the agent edits or names them afterwards. */
  readonly read: FileDilution;
  /** Lines that were shown before. */
  readonly repeated: NeedlessReads;
  /**
   * Files that dossier provided; they are used when the agent reads, edits or names them
   * afterwards.
   */
  readonly given: FileDilution;
  /** Lines that were shown although dossier had provided them. */
  readonly givenAlready: NeedlessReads;
  /** Edited files, sorted by code units. */
  readonly edited: readonly string[];
}

const WHOLE: LineRange = { startLine: 1, endLine: Infinity };
const WRITTEN: ReadonlySet<TranscriptEventKind> = new Set(["assistant", "thinking", "call"]);

/** Collects the events of one transcript, and measures them. It stores no texts. */
export class TranscriptMeter {
  readonly #root: () => string | undefined;
  readonly #tokens = new Map<string, number>();
  readonly #usage = new Map<string, AnswerUsage>();
  readonly #reads = new Map<string, ShownText[]>();
  readonly #given = new Map<string, ShownText[]>();
  readonly #repeated: Omit<FileTokens, "times">[] = [];
  readonly #givenAlready: Omit<FileTokens, "times">[] = [];
  readonly #edited = new Set<string>();
  /** All known files, by their keys. */
  readonly #files = new Map<string, Set<string>>();
  /** Shown files without an observed use. */
  readonly #waiting = new Set<string>();
  /** Lines in each context from reads and from dossier: agent, then path. */
  readonly #held = new Map<string, Map<string, LineRange[]>>();
  readonly #handed = new Map<string, Map<string, LineRange[]>>();
  readonly #counts = { prompts: 0, calls: 0, compactions: 0, looks: 0 };
  #looksBeforeEdit: number | undefined;

  /**
   * Starts with no event.
   *
   * @param root Returns the root that absolute paths in the agent's text are compared with, when it
   * is known.
   */
  constructor(root: () => string | undefined = () => undefined) {
    this.#root = root;
  }

  /** Adds the next event. */
  add(event: TranscriptEvent): void {
    const { kind, text, tokens, agent = "", usage, fragments = [], touches = [] } = event;
    if (usage !== undefined) {
      const { key, ...counts } = usage;
      this.#usage.set(key, counts);
      return;
    }
    const heading = kind === "output" ? touches[0]?.action ?? kind : kind;
    this.#tokens.set(heading, (this.#tokens.get(heading) ?? 0) + tokens);
    if (WRITTEN.has(kind)) this.#addMentions(text, kind === "call" ? touches : []);
    switch (kind) {
      case "user":
        // Prompts of subagents come from the agent.
        if (agent === "") this.#counts.prompts++;
        break;
      case "call":
        this.#counts.calls++;
        if (touches.length > 0 && touches.every(isLook)) this.#counts.looks++;
        break;
      case "compaction":
        this.#counts.compactions++;
        this.#held.delete(agent);
        this.#handed.delete(agent);
        break;
      case "given":
        for (const { path, tokens, lines, isReference } of fragments) {
          if (lines === undefined) continue;
          this.#addShown(this.#given, path, tokens);
          if (!isReference) append(mapOf(this.#handed, agent), path, lines);
        }
        break;
      case "output":
        this.#addOutput(event, agent);
        break;
    }
  }

  /** Returns the measures of the events so far. */
  measure(): TranscriptMeasures {
    const { prompts, calls, compactions, looks } = this.#counts;
    const usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };
    for (const one of this.#usage.values()) {
      for (const key of ["input", "cacheRead", "cacheWrite", "output"] as const) {
        usage[key] += one[key];
      }
    }
    return {
      prompts,
      calls,
      compactions,
      tokens: Object.fromEntries([...this.#tokens].sort(([a], [b]) => a < b ? -1 : 1)),
      usage: { ...usage, answers: this.#usage.size },
      looks,
      ...(this.#looksBeforeEdit !== undefined && { looksBeforeEdit: this.#looksBeforeEdit }),
      read: toDilution(this.#reads),
      repeated: toNeedless(this.#repeated),
      given: toDilution(this.#given),
      givenAlready: toNeedless(this.#givenAlready),
      edited: [...this.#edited].sort(),
    };
  }

  #addOutput({ text, tokens, touches = [] }: TranscriptEvent, agent: string): void {
    const looks = touches.filter(isLook);
    looks.forEach((touch, at) => {
      if (touch.action !== "read") return;
      // The remainder goes to the first.
      const share = Math.floor(tokens / looks.length) + (at === 0 ? tokens % looks.length : 0);
      this.#addRead(touch, { tokens: share, newlines: countLines(text), agent });
    });
    for (const { path, action } of touches) {
      if (action !== "edit") continue;
      this.#looksBeforeEdit ??= this.#counts.looks;
      this.#edited.add(path);
      this.#addFile(path);
      this.#markUsed(path, [this.#reads, this.#given]);
      for (const held of [...this.#held.values(), ...this.#handed.values()]) held.delete(path);
    }
  }

  #addRead(
    { path, lines = WHOLE }: FileTouch,
    { tokens, newlines, agent }: {
      readonly tokens: number;
      readonly newlines: number;
      readonly agent: string;
    },
  ): void {
    const held = mapOf(this.#held, agent);
    const known = [
      [this.#repeated, held.get(path)],
      [this.#givenAlready, this.#handed.get(agent)?.get(path)],
    ] as const;
    for (const [needless, ranges] of known) {
      const share = ranges === undefined ? 0 : sharedPart(lines, ranges, newlines);
      if (share > 0) needless.push({ path, tokens: Math.round(tokens * share) });
    }
    this.#markUsed(path, [this.#given]);
    this.#addShown(this.#reads, path, tokens);
    append(held, path, lines);
    held.set(path, [...mergeRanges(held.get(path)!)]);
  }

  /** Records the files that a text of the agent names; reading a file again is no use of it. */
  #addMentions(text: string, touches: readonly FileTouch[]): void {
    const looked = new Set(touches.filter(isLook).map(({ path }) => path));
    const others = [...mentionKeys(text)].flatMap((key) => [...this.#files.get(key) ?? []]);
    const targets = others.filter((path) => this.#waiting.has(path) && !looked.has(path))
      .map((path) => ({ path }));
    if (targets.length === 0) return;
    for (const path of findMentioned(text, targets, { root: this.#root(), others })) {
      this.#markUsed(path, [this.#reads, this.#given]);
    }
  }

  #addFile(path: string): void {
    this.#files.getOrInsertComputed(mentionKey(path), () => new Set()).add(path);
  }

  #addShown(shown: Map<string, ShownText[]>, path: string, tokens: number): void {
    append(shown, path, { path, tokens, isUsed: false });
    this.#waiting.add(path);
    this.#addFile(path);
  }

  #markUsed(path: string, of: readonly ReadonlyMap<string, ShownText[]>[]): void {
    for (const shown of of) for (const one of shown.get(path) ?? []) one.isUsed = true;
    if (of.length > 1) this.#waiting.delete(path);
  }
}

function isLook({ action }: FileTouch): boolean {
  return action !== "edit";
}

function append<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.getOrInsertComputed(key, () => []).push(value);
}

function mapOf<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  return maps.getOrInsertComputed(key, () => new Map());
}

function countLines(text: string): number {
  return text === "" ? 0 : text.trimEnd().split("\n").length;
}

/** Returns the known share of lines, from 0 to 1; `newlines` is their maximal number. */
function sharedPart(lines: LineRange, known: readonly LineRange[], newlines: number): number {
  const shared = intersectRanges([lines], known)
    .reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  const all = Math.min(lines.endLine - lines.startLine + 1, Math.max(1, newlines));
  return Math.min(1, shared / all);
}
