import { escapeControls } from "@dossier/core/escape";
import {
  choiceField,
  JSON_TYPE,
  MAX_SENT_TOKENS,
  type Operation,
  type OperationCall,
  type RequestOf,
  required,
  type Terminal,
  type ToolAnswer,
  withFlag,
} from "../operation/mod.ts";
import type { SearchHit, SearchOptions, SearchResult } from "../search/mod.ts";
import { QUERY_PROBLEMS, TREE_PROBLEMS } from "./problems.ts";
import type { QuotaOptions } from "../workspace/mod.ts";
import { checkQuestion, resolveNames } from "./question.ts";
import {
  type AnswerEngine,
  REPOSITORIES_FIELDS,
  REPOSITORIES_RULES,
  resolveRepositories,
  TOOL_ROOT,
  toQuotas,
} from "./repositories.ts";
import {
  DISABLED_FIELD,
  FILE_OPTION,
  FILTER_FIELD,
  limitField,
  NAMES_FIELD,
  QUERY_FIELD,
  REFRESH_FIELDS,
  ROOT_FIELD,
  toFreshness,
} from "./shared_fields.ts";

/** Fields of a search. */
export const SEARCH_FIELDS = {
  query: required(QUERY_FIELD),
  root: ROOT_FIELD,
  ...REPOSITORIES_FIELDS,
  names: NAMES_FIELD,
  limit: withFlag(
    limitField("Maximum number of results: by default 10, and 3 with explanations"),
    "-n, --limit N",
    "Maximum number of results, from the 100 best files (10)",
  ),
  by: withFlag(
    choiceField(
      "What to list: parts of files (definitions, sections, blocks), which is the default, or files",
      ["part", "file"],
    ),
    "--by UNIT",
    "List parts of files, or files (part)",
  ),
  filter: FILTER_FIELD,
  ...REFRESH_FIELDS,
  disabled: DISABLED_FIELD,
};

/** Request of `search` and `explain`. */
export type SearchRequest = RequestOf<typeof SEARCH_FIELDS>;

/** Operation that returns the best parts of files, or the best files. */
export const SEARCH_OPERATION: Operation<SearchRequest, SearchResult, AnswerEngine> = {
  name: "search",
  summary: "The best definitions and sections with their scores, or files",
  fields: SEARCH_FIELDS,
  component: "SearchRequest",
  rules: REPOSITORIES_RULES,
  acceptsRepositories: true,
  needsFreshIndex: true,
  usesWarmEngine: true,
  async run(engine, request, call) {
    return await engine.search(request.query, await toSearchOptions(engine, request, call));
  },
  http: {
    method: "post",
    path: "/v1/search",
    answers: [{ type: JSON_TYPE, schema: "SearchResult" }],
    problems: [...TREE_PROBLEMS, ...QUERY_PROBLEMS],
  },
  commands: [{
    name: "search",
    operands: "[QUERY…]",
    permissions: "ask",
    options: [FILE_OPTION],
    examples: [
      'deno task search --limit 5 --path "*.go" "parse flags"',
      'deno task search --by file "token budget"',
    ],
    guessesNames: true,
    showsProgress: true,
    resolve: checkSearchCommand,
    text: (found, terminal) =>
      renderSearchResult(found, terminal, (hit) => renderHit(hit, terminal)),
  }],
  mcp: {
    description:
      "Finds the definitions and sections that answer a question, best first: path, lines " +
      "and symbol, no text. Use it to locate something, then read these lines.",
    fields: {
      query: { ...QUERY_FIELD, isRequired: true },
      names: { kind: "list", of: { kind: "text" }, help: "Guessed names, as for context" },
      limit: { kind: "integer", min: 1, max: 50, help: "By default 10" },
      root: TOOL_ROOT,
      paths: {
        kind: "list",
        of: { kind: "text", min: 1, max: 1024 },
        max: 16,
        help: "Globs; a path must match one of them",
      },
    },
    isReadOnly: true,
    async answer({ paths, ...toolRequest }: SearchRequest & { paths?: readonly string[] }, call) {
      const request = resolveRepositories(toolRequest, call.roots);
      if (request.repositories === undefined) await call.buildFirstIndex(request.root);
      const filter = paths === undefined ? {} : { filter: { paths } };
      return await toToolAnswer(await call.callOperation("search", { ...request, ...filter }));
    },
  },
};

/** Returns the options of a search for an engine. */
export async function toSearchOptions(
  engine: AnswerEngine,
  request: SearchRequest,
  call: OperationCall,
): Promise<SearchOptions & QuotaOptions> {
  const { query, limit, by, filter, disabled } = request;
  const names = await resolveNames(engine, query, { request, call });
  const { signal, onProgress } = call;
  const quotas = toQuotas(request);
  return {
    ...toFreshness(request),
    limit,
    by,
    names,
    filter,
    disabled,
    signal,
    onProgress,
    ...(quotas && { quotas }),
  };
}

/** Rejects unusable options. */
export async function checkSearchCommand(request: SearchRequest): Promise<SearchRequest> {
  await checkQuestion(request);
  return request;
}

/** Number of decimals of a printed score. */
const SCORE_DIGITS = 3;

/** Returns all results, each rendered by `render`; reports the notes on the terminal. */
export function renderSearchResult(
  { results, notes }: SearchResult,
  terminal: Terminal,
  render: (result: SearchHit) => string,
): string {
  for (const { message } of notes) terminal.report(message);
  return results.map(render).join("");
}

/** Part of a hit that is printed in one line. */
export type PrintedHit =
  & Pick<SearchHit, "score" | "path" | "startLine" | "endLine">
  & Partial<SearchHit>;

/** Returns one line: score, location and name. */
export function renderHit(
  { score, repository, path, startLine, endLine, symbol }: PrintedHit,
  { bold, dim }: Pick<Terminal, "bold" | "dim">,
): string {
  const fullPath = repository === undefined ? path : `${repository}/${path}`;
  const place = `${bold(escapeControls(fullPath))}:${startLine}-${endLine}`;
  const name = symbol === undefined ? "" : `  ${dim(escapeControls(symbol))}`;
  return `${score.toFixed(SCORE_DIGITS).padStart(8)}  ${place}${name}\n`;
}

/**
 * Maximum number of tokens of all notes for a model, and the number reserved for the note about
 * missing results.
 */
const MAX_NOTE_TOKENS = 2000;
const NOTICE_TOKENS = 100;

async function toToolAnswer({ results, notes }: SearchResult): Promise<ToolAnswer> {
  const { estimateMaxJsonTokens } = await import("@dossier/core/text");
  const found = results.map(({ repository, path, startLine, endLine, symbol, score }) => ({
    ...(repository === undefined ? {} : { repository }),
    path,
    startLine,
    endLine,
    ...(symbol === undefined ? {} : { symbol }),
    score: Number(score.toFixed(SCORE_DIGITS)),
  }));
  const noteMessages = takeWhatFits(notes.map(({ message }) => message), MAX_NOTE_TOKENS);
  const shown = takeWhatFits(
    found,
    MAX_SENT_TOKENS - estimateMaxJsonTokens(noteMessages) - NOTICE_TOKENS,
  );
  const messages = shown.length === found.length ? noteMessages : [
    ...noteMessages,
    `Only the first ${shown.length} of ${found.length} results are shown as they are long: ` +
    "restrict the paths",
  ];
  const lines = shown.map(({ repository, path, startLine, endLine, symbol = "", score }) =>
    escapeControls(
      `${
        repository === undefined ? "" : `${repository}/`
      }${path}:${startLine}-${endLine}  ${symbol}  ${score}`,
    )
  );
  return {
    text: [...lines, ...messages.map((message) => `Note: ${escapeControls(message)}`)].join("\n") ||
      "Nothing found",
    structured: { results: shown, ...(messages.length === 0 ? {} : { notes: messages }) },
  };

  /** Returns as many of the first items as fit a number of tokens in the sent JSON. */
  function takeWhatFits<T>(things: readonly T[], maxTokens: number): readonly T[] {
    let tokens = 0;
    const end = things.findIndex((thing) => (tokens += estimateMaxJsonTokens(thing)) > maxTokens);
    return end < 0 ? things : things.slice(0, end);
  }
}
