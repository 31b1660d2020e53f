import type { TokenEstimator } from "@dossier/core/text";
import { type JsonObject, parseJsonObject, toJsonText } from "@dossier/core/json";
import { omitUndefined } from "@dossier/core/omit-undefined";
import { takeUtf16Start } from "@dossier/core/utf8";
import {
  type Host,
  type HostLine,
  type HostRecord,
  HOSTS,
  isHostText,
  stringOf,
} from "../hosts/mod.ts";
import { readGivenFragments, splitText } from "./given_context.ts";
import { isContextTool, isShellTool, listTouches, readToolAnswer } from "./host_tools.ts";
import type { FileTouch, TranscriptEvent } from "./transcript_event.ts";

/** Options of {@link TranscriptReader}. */
export interface TranscriptReaderOptions {
  /** Counts the tokens of texts. */
  readonly estimator: TokenEstimator;
  /**
   * Absolute path that paths are relative to, when the session's folder lies in it. @default that
   * folder
   */
  readonly root?: string | undefined;
}

/** Lines that were not read. */
export interface UnreadLines {
  /** Number of lines that are no JSON object. */
  readonly damaged: number;
  /** True when the last line is one of them: it may be in the process of being written. */
  readonly isEndCut: boolean;
  /** Number of lines of unknown types, by type. */
  readonly unknown: Readonly<Record<string, number>>;
}

/** A call without its output. */
interface Call {
  readonly tool: string;
  readonly touches: readonly FileTouch[];
  readonly asked: string;
}

/** Characters of a call's arguments. */
const ASKED_LENGTH = 200;

/** Name of the tool of an output without a call: a file that the host added. */
const ATTACHED = "attached file";

/**
 * Reads the transcript of a host, line by line. Its memory does not grow with the transcript.
 *
 * @example
 * ```ts
 * import { TranscriptReader } from "./transcript_reader.ts";
 * import assert from "node:assert/strict";
 *
 * const estimator = { name: "chars4" as const, count: (text: string) => text.length };
 * const reader = new TranscriptReader({ estimator });
 * const line = { type: "user", sessionId: "s", message: { role: "user", content: "Fix it" } };
 * assert.equal(reader.read(JSON.stringify(line))[0]?.text, "Fix it");
 * assert.equal(reader.host, "claude-code");
 * ```
 */
export class TranscriptReader {
  readonly #options: TranscriptReaderOptions;
  readonly #calls = new Map<string, Call>();
  readonly #unknown = new Map<string, number>();
  #places: PathResolver | undefined;
  #host: Host | undefined;
  #session: string | undefined;
  #line = 0;
  #damaged = 0;
  #isEndCut = false;
  /** True when a compaction waits for its summary. */
  #isCompacted = false;

  /** Starts before the first line. */
  constructor(options: TranscriptReaderOptions) {
    this.#options = options;
  }

  /** Name of the host; undefined until a line shows it. */
  get host(): string | undefined {
    return this.#host?.name;
  }

  /** Id of the session; undefined until a line states it. */
  get session(): string | undefined {
    return this.#session;
  }

  /** The root of paths; undefined until a line states it. */
  get root(): string | undefined {
    return this.#places?.root;
  }

  /** Number of calls without an output. */
  get openCalls(): number {
    return this.#calls.size;
  }

  /** The lines that were not read so far. */
  get unread(): UnreadLines {
    const unknown = Object.fromEntries([...this.#unknown].sort(([a], [b]) => a < b ? -1 : 1));
    return { damaged: this.#damaged, isEndCut: this.#isEndCut, unknown };
  }

  /** Counts a line that is not read as it is too long. */
  skip(): void {
    this.#line++;
    this.#damaged++;
  }

  /** Returns the events of the next line, in order. */
  read(text: string): readonly TranscriptEvent[] {
    this.#line++;
    if (text.trim() === "") return [];
    const line = parseJsonObject(text);
    this.#isEndCut = line === undefined;
    if (line === undefined) {
      this.#damaged++;
      return [];
    }
    this.#host ??= findLineHost(line);
    const found = this.#host?.transcript?.read(line, isHostText);
    if (found === undefined) {
      const type = stringOf(line["type"]) ?? "none";
      this.#unknown.set(type, (this.#unknown.get(type) ?? 0) + 1);
      return [];
    }
    this.#session ??= found.session;
    if (found.folder !== undefined) {
      this.#places = createPathResolver(found.folder, this.#places?.root ?? this.#options.root);
    }
    return found.records.flatMap((record) => this.#toEvents(record, found));
  }

  #toEvents(record: HostRecord, line: HostLine): readonly TranscriptEvent[] {
    const { time, agent } = line;
    const callId = "id" in record ? record.id : undefined;
    const base = omitUndefined({ line: this.#line, time, agent, callId });
    const toEvent = (event: Omit<TranscriptEvent, "line" | "time" | "agent" | "tokens">) => ({
      ...base,
      ...event,
      tokens: this.#options.estimator.count(event.text),
    });
    switch (record.kind) {
      case "usage":
        return [{ ...toEvent({ kind: "usage", text: "" }), usage: record.usage }];
      case "call": {
        const { id, tool, input, text } = record;
        const touches = this.#touches(listTouches(tool, input));
        const asked = takeUtf16Start(
          Object.values(input).map(toJsonText).join(" "),
          ASKED_LENGTH,
        );
        this.#calls.set(id, { tool, touches, asked });
        return [
          toEvent({ kind: "call", text, tool, input, ...(touches.length > 0 && { touches }) }),
        ];
      }
      case "output":
      case "file":
        return this.#outputEvents(record).flatMap((event) => this.#split(event, toEvent));
      case "summary": {
        const isReported = this.#isCompacted;
        this.#isCompacted = false;
        const summary = toEvent({ kind: "summary", text: record.text });
        return isReported ? [summary] : [toEvent({ kind: "compaction", text: "" }), summary];
      }
      case "compaction":
        this.#isCompacted = true;
        // The trigger is not a text of the context.
        return [{ ...toEvent({ kind: "compaction", text: "" }), text: record.text }];
      case "user":
      case "instruction":
        return this.#split(record, toEvent);
      default:
        return record.text === "" ? [] : [toEvent(record)];
    }
  }

  /**
   * Returns the events of an output with the files of its call, or a single event for context of
   * dossier.
   */
  #outputEvents(
    record: HostRecord & { readonly kind: "output" | "file" },
  ): readonly Pick<TranscriptEvent, "kind" | "text" | "tool" | "asked" | "touches" | "failed">[] {
    if (record.kind === "file") {
      const { text, lines } = record;
      const touches = this.#touches([
        omitUndefined({ path: record.path, action: "read" as const, lines }),
      ]);
      return [{ kind: "output", text, tool: ATTACHED, touches }];
    }
    const call = this.#calls.get(record.id);
    const { tool, touches, asked } = call ?? { tool: "unknown", touches: [], asked: "" };
    this.#calls.delete(record.id);
    const { text, lines = record.lines } = readToolAnswer(tool, record.text) ?? record;
    if (isContextTool(tool) && !record.failed) return [{ kind: "given", text, tool, asked }];
    // Of several commands some may have succeeded.
    const isVain = record.failed && (touches.length === 1 || !isShellTool(tool));
    const done = isVain
      ? []
      : touches.map((touch) =>
        lines === undefined || touch.action !== "read" ? touch : { ...touch, lines }
      );
    const failed = record.failed ? { failed: true as const } : {};
    const details = { ...failed, ...(done.length > 0 && { touches: done }) };
    return [{ kind: "output", text, tool, asked, ...details }];
  }

  /**
   * Returns the event without inserted texts, then context of dossier and texts of the host in it.
   */
  #split(
    event: Pick<TranscriptEvent, "kind" | "text">,
    toEvent: (event: Pick<TranscriptEvent, "kind" | "text">) => TranscriptEvent,
  ): readonly TranscriptEvent[] {
    const pieces = event.kind === "given"
      ? [{ kind: "given" as const, text: event.text }]
      : splitText(event.text);
    const own = pieces.filter(({ kind }) => kind === "own").map(({ text }) => text).join("");
    const isKept = event.kind === "output" || own !== "";
    return [
      ...(isKept && event.kind !== "given" ? [toEvent({ ...event, text: own })] : []),
      ...pieces.flatMap(({ kind, text }): TranscriptEvent[] => {
        if (kind === "own") return [];
        if (kind === "reminder") return [toEvent({ kind: "instruction", text })];
        const fragments = readGivenFragments(text, this.#options.estimator);
        return [{ ...toEvent({ ...event, kind: "given", text }), fragments }];
      }),
    ];
  }

  #touches(touches: readonly FileTouch[]): readonly FileTouch[] {
    return touches.map((touch) => ({
      ...touch,
      path: this.#places?.resolve(touch.path) ?? touch.path,
    }));
  }
}

/** Returns the host of a line; undefined for an unknown one. */
function findLineHost(line: JsonObject): Host | undefined {
  return HOSTS.find(({ transcript }) => transcript?.isHostLine(line));
}

/** Resolves the files of a session. */
export interface PathResolver {
  /** Absolute path that the paths of files are relative to. */
  readonly root: string;
  /** Returns a path from the folder of the session, relative to the root: see `FileTouch`. */
  readonly resolve: (path: string) => string;
}

const DRIVE_REGEXP = /^[A-Za-z]:[\\/]/;

/**
 * Returns the resolution of paths that are written in a folder.
 *
 * @param folder Absolute path, also of Windows.
 * @param root The root of the resolved paths, if the folder lies in it. @default the folder
 */
export function createPathResolver(folder: string, root: string = folder): PathResolver {
  const isWindows = DRIVE_REGEXP.test(folder);
  const slash = (path: string) => isWindows ? path.replaceAll("\\", "/") : path;
  const start = normalise(slash(folder));
  const rootPath = normalise(slash(root));
  const base = isBelow(start, rootPath) ? rootPath : start;
  return {
    root: base,
    resolve: (written) => {
      const path = slash(written);
      const isAbsolute = path.startsWith("/") || path.startsWith("~") || DRIVE_REGEXP.test(path);
      const whole = normalise(isAbsolute ? path : `${start}/${path}`);
      if (whole === base) return ".";
      return isBelow(whole, base) ? whole.slice(base === "/" ? 1 : base.length + 1) : whole;
    },
  };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Returns a path without `.`, `..` and empty parts. */
function normalise(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
