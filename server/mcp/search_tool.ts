import { escapeControls } from "@dossier/core/escape";
import { countSent } from "@dossier/core/text";
import type { SearchResult } from "@dossier/retrieval";
import * as z from "zod";
import { QUERY_FIELD } from "../schema/mod.ts";
import {
  buildFirstIndex,
  defineTool,
  GUESSED_NAMES_FIELD,
  MAX_SENT_TOKENS,
  ROOT_FIELD,
  type ToolAnswer,
} from "./tool.ts";

/** Most results: more say less. Of long paths fewer are sent. */
const MAX_RESULTS = 50;

/** Digits behind the point of a score. */
const SCORE_DIGITS = 3;

/** Most tokens of all notes, and those kept free for the one that results are missing. */
const MAX_NOTE_TOKENS = 2000;
const NOTICE_TOKENS = 100;

/** Most globs. */
const MAX_GLOBS = 16;

/** Registers the tool that finds places. */
export const registerSearchTool = defineTool({
  name: "search",
  description:
    "Finds the definitions and sections that answer a question, best first: path, lines " +
    "and symbol, no text. Use it to locate something, then read the lines you need.",
  input: z.strictObject({
    query: QUERY_FIELD,
    names: GUESSED_NAMES_FIELD.describe("Guessed names, as for context"),
    limit: z.exactOptional(z.int().min(1).max(MAX_RESULTS)).describe("By default 10"),
    paths: z.exactOptional(z.array(z.string().min(1).max(1024)).max(MAX_GLOBS))
      .describe("Globs, one of which a path must match"),
    root: z.exactOptional(ROOT_FIELD),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer({ paths, ...request }, call) {
    await buildFirstIndex(request, call);
    const filter = paths === undefined ? {} : { filter: { paths } };
    const { service, signal } = call;
    return toSearchAnswer(await service.search({ ...request, ...filter }, { signal }));
  },
});

function toSearchAnswer({ results, notes }: SearchResult): ToolAnswer {
  const found = results.map(({ path, startLine, endLine, symbol, score }) => ({
    ...{ path, startLine, endLine },
    ...(symbol === undefined ? {} : { symbol }),
    score: Number(score.toFixed(SCORE_DIGITS)),
  }));
  const told = takeWhatFits(notes.map(({ message }) => message), MAX_NOTE_TOKENS);
  const shown = takeWhatFits(found, MAX_SENT_TOKENS - countSent(told) - NOTICE_TOKENS);
  const messages = shown.length === found.length ? told : [
    ...told,
    `Only the first ${shown.length} of ${found.length} results are given as they are long: ` +
    "narrow them down with paths",
  ];
  const lines = shown.map(({ path, startLine, endLine, symbol = "", score }) =>
    escapeControls(`${path}:${startLine}-${endLine}  ${symbol}  ${score}`)
  );
  return {
    text: [...lines, ...messages.map((message) => `Note: ${escapeControls(message)}`)].join("\n") ||
      "Nothing found",
    structured: { results: shown, ...(messages.length === 0 ? {} : { notes: messages }) },
  };
}

/** Returns as many of the first things as cost at most so many tokens in the JSON that is sent. */
function takeWhatFits<T>(things: readonly T[], maxTokens: number): readonly T[] {
  let tokens = 0;
  const end = things.findIndex((thing) => (tokens += countSent(thing)) > maxTokens);
  return end < 0 ? things : things.slice(0, end);
}
