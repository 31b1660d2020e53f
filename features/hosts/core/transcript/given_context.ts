/**
 * Finds context of dossier and texts of the host in the text of a session.
 *
 * @module
 */
import { splitHookBlocks } from "../host/hook_block.ts";
import type { TokenEstimator } from "@dossier/core/text";
import { omitUndefined } from "@dossier/core/omit-undefined";
import type { GivenFragment } from "./transcript_event.ts";

/** A piece of a text, with its origin. */
interface TextPiece {
  readonly kind: "own" | "given" | "reminder";
  readonly text: string;
}

/** Claude Code's reminders in prompts and outputs. */
const REMINDER_REGEXP = /<system-reminder>[^]*?(?:<\/system-reminder>|$)/g;

/** Start of a rendered bundle or answer. */
const TITLE_REGEXP = /^(?:# (?:Context(?: for [^\n]+)?|Requested context)|<context>)\n/m;
const XML_END = "</context>";

const HEADING_REGEXP = /^## (?:(.+?):(\d+)-(\d+)|([a-z][a-z\d+.-]*:\S*))(?: .*)?$/;
const REFERENCE_REGEXP = /^- See (.+?):(\d+)-(\d+)(?:[ :].*)?$/;
const FENCE_REGEXP = /^(`{3,})/;
/** Lines between a heading and its text: an empty one, a remark, an empty one. */
const MAX_REMARK_LINES = 4;

/** The text inside is escaped. */
const PASSAGE_REGEXP = /<(passage|fragment) ([^>]*?)(?:\/>|>\n[^<]*\n<\/\1>)/g;
const ATTRIBUTE_REGEXP = /(\w+)="([^"]*)"/g;
const LINES_REGEXP = /^(\d+)-(\d+)$/;
const ENTITY_REGEXP = /&(amp|lt|gt|quot|#9|#10|#13);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#9": "\t",
  "#10": "\n",
  "#13": "\r",
};

/**
 * Returns the pieces of a text, in order: context of dossier, reminders of the host, and the rest.
 */
export function splitText(text: string): readonly TextPiece[] {
  return splitHookBlocks(text).flatMap(({ text, label }) =>
    label === undefined ? splitReminders(text) : [{ kind: "given" as const, text }]
  );
}

function splitReminders(text: string): readonly TextPiece[] {
  const reminders = (text.match(REMINDER_REGEXP) ?? [])
    .map((text) => ({ kind: "reminder" as const, text }));
  const rest = reminders.length === 0 ? text : text.replaceAll(REMINDER_REGEXP, "");
  return [...splitBundle(rest), ...reminders];
}

/**
 * Returns the pieces of a text with an unlabelled bundle, as an orchestrator inserts it: from its
 * title to its last fragment.
 */
function splitBundle(text: string): readonly TextPiece[] {
  const own = (text: string) => text.trim() === "" ? [] : [{ kind: "own" as const, text }];
  const title = TITLE_REGEXP.exec(text);
  if (title === null) return own(text);
  const block = text.slice(title.index);
  const end = block.startsWith("<")
    ? Math.max(0, block.lastIndexOf(XML_END) + XML_END.length)
    : [...listMarkdown(block)].at(-1)?.stop ?? 0;
  if (end === 0 || block.startsWith("<") && listXml(block).length === 0) return own(text);
  return [
    ...own(text.slice(0, title.index)),
    { kind: "given", text: block.slice(0, end) },
    ...own(block.slice(end)),
  ];
}

/** Returns the fragments of a block, in order, each with its own count. */
export function readGivenFragments(
  block: string,
  estimator: TokenEstimator,
): readonly GivenFragment[] {
  const xml = listXml(block);
  const found = xml.length > 0 ? xml : [...listMarkdown(block)];
  return found.map(({ place, start, end, text, isReference }) =>
    omitUndefined({
      path: place,
      isReference: isReference ? true as const : undefined,
      tokens: estimator.count(text),
      lines: start === undefined || end === undefined
        ? undefined
        : { startLine: Number(start), endLine: Number(end) },
    })
  );
}

/** A rendered fragment of a bundle, with its first and last line. */
interface WrittenFragment {
  readonly place: string;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly text: string;
  readonly isReference: boolean;
}

function listXml(block: string): readonly WrittenFragment[] {
  return [...block.matchAll(PASSAGE_REGEXP)].map(([text, , written = ""]) => {
    const values = [...written.matchAll(ATTRIBUTE_REGEXP)]
      .map(([, name, value]) => [name!, unescape(value!)] as const);
    const { path, lines = "", source = "" } = Object.fromEntries(values);
    const [, start, end] = LINES_REGEXP.exec(lines) ?? [];
    return { place: path ?? source, start, end, text, isReference: text.endsWith("/>") };
  });
}

/** Yields the fragments of a Markdown block, with the end of each. */
function* listMarkdown(block: string): Generator<WrittenFragment & { readonly stop: number }> {
  const lines = block.split("\n");
  const offsets = [0];
  for (const line of lines) offsets.push(offsets.at(-1)! + line.length + 1);
  for (let at = 0; at < lines.length; at++) {
    const heading = HEADING_REGEXP.exec(lines[at]!);
    const reference = heading === null ? REFERENCE_REGEXP.exec(lines[at]!) : null;
    const [, path, start, end, source] = heading ?? reference ?? [];
    if (heading === null && reference === null) continue;
    const last = heading === null ? at : endOfFence(lines, at);
    if (last === undefined) continue;
    const stop = Math.min(offsets[last + 1]!, block.length);
    const text = block.slice(offsets[at]!, stop);
    yield { place: path ?? source!, start, end, text, isReference: heading === null, stop };
    at = last;
  }
}

/** Returns the line that closes the text under a heading; undefined when there is none. */
function endOfFence(lines: readonly string[], heading: number): number | undefined {
  for (let at = heading + 1; at <= heading + MAX_REMARK_LINES && at < lines.length; at++) {
    const [, fence] = FENCE_REGEXP.exec(lines[at]!) ?? [];
    if (fence === undefined) continue;
    const end = lines.indexOf(fence, at + 1);
    return end < 0 ? lines.length - 1 : end;
  }
  return undefined;
}

function unescape(text: string): string {
  return text.replace(ENTITY_REGEXP, (_, name: string) => ENTITIES[name]!);
}
