import type { McpServer } from "@modelcontextprotocol/server";
import type { SearchResult } from "@dossier/retrieval";
import * as z from "zod";
import { QUERY } from "../../schema/fields.ts";
import { buildFirstIndex } from "../build_first_index.ts";
import { callSignal, type McpParts } from "../call.ts";
import { answerTool, type ToolAnswer } from "../tool_answer.ts";
import { toToolSchema } from "../tool_schema.ts";
import { ROOT_FIELD } from "./root_field.ts";

/** Most results: more say less, and these take at most about 3,000 tokens. */
const MAX_RESULTS = 50;

/** Digits behind the point of a score. */
const SCORE_DIGITS = 3;

/** Most globs. */
const MAX_GLOBS = 16;

const INPUT = toToolSchema(z.strictObject({
  query: QUERY,
  limit: z.exactOptional(z.int().min(1).max(MAX_RESULTS)).describe("By default 10"),
  paths: z.exactOptional(z.array(z.string().min(1).max(1024)).max(MAX_GLOBS))
    .describe("Globs, one of which a path must match"),
  root: z.exactOptional(ROOT_FIELD),
}));

const OUTPUT = toToolSchema(z.object({
  results: z.array(z.object({
    path: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    symbol: z.exactOptional(z.string()),
    score: z.number(),
  })),
  notes: z.exactOptional(z.array(z.string())),
}));

/** Registers the tool that finds places. */
export function registerSearchTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("search", {
    description: "Finds the places in code and documentation that answer a question, best first: " +
      "path, lines and symbol, no text. Use it to locate something, then read the lines you need.",
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, ({ paths, ...request }, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      await buildFirstIndex({ service }, request, call);
      const filter = paths === undefined ? {} : { filter: { paths } };
      return toSearchAnswer(await service.search({ ...request, ...filter }, { signal }));
    }, { signal, onFailure });
  });
}

function toSearchAnswer({ results, notes }: SearchResult): ToolAnswer {
  const found = results.map(({ path, startLine, endLine, symbol, score }) => ({
    path,
    startLine,
    endLine,
    ...(symbol === undefined ? {} : { symbol }),
    score: Number(score.toFixed(SCORE_DIGITS)),
  }));
  const lines = found.map(({ path, startLine, endLine, symbol = "", score }) =>
    `${path}:${startLine}-${endLine}  ${symbol}  ${score}`
  );
  const messages = notes.map(({ message }) => message);
  return {
    text: [...lines, ...messages.map((message) => `Note: ${message}`)].join("\n") ||
      "Nothing found",
    structured: { results: found, ...(messages.length === 0 ? {} : { notes: messages }) },
  };
}
