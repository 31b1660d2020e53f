import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { QUERY, RETRY, SESSION } from "../../schema/fields.ts";
import { ServerError } from "../../problem/server_error.ts";
import { buildFirstIndex } from "../build_first_index.ts";
import { callSignal, type McpParts } from "../call.ts";
import { answerTool } from "../tool_answer.ts";
import { toToolSchema } from "../tool_schema.ts";
import { BUNDLE_OUTPUT, maxBundleSent, toBundleAnswer } from "./bundle_answer.ts";
import { DEFAULT_BUNDLE_TOKENS, MAX_BUNDLE_TOKENS } from "./bundle_tokens.ts";
import { ROOT_FIELD } from "./root_field.ts";

const INPUT = toToolSchema(z.strictObject({
  query: z.exactOptional(QUERY),
  issue: z.exactOptional(z.union([z.string(), z.looseObject({})]))
    .describe(
      "In place of a query: FILE.md, FILE.json or TRACKER.jsonl#ID in the tree, or its fields",
    ),
  budget: z.exactOptional(z.int().min(0).max(MAX_BUNDLE_TOKENS))
    .describe(`Most tokens: by default ${DEFAULT_BUNDLE_TOKENS}`),
  session: z.exactOptional(SESSION),
  // Shown in words, which are cheaper than a schema.
  retry: z.exactOptional(z.unknown().pipe(RETRY)).describe("{diff, error} that failed; with issue"),
  root: z.exactOptional(ROOT_FIELD),
}));

/** Registers the tool that hands out the bundle for a task. */
export function registerContextTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("context", {
    description: "What to read for a task: passages of code and documentation, chosen to fit a " +
      "token budget. Call it once before starting on a task or a question, instead of many searches.",
    inputSchema: INPUT,
    outputSchema: BUNDLE_OUTPUT,
    // A record of each bundle is kept.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }, (request, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      if ((request.query === undefined) === (request.issue === undefined)) {
        throw new ServerError("invalid-request", "Give either a query or an issue");
      }
      if (request.issue === undefined && request.retry !== undefined) {
        throw new ServerError("invalid-request", "Give retry only with an issue");
      }
      const place = { service, root: request.root };
      await buildFirstIndex({ service }, request, call);
      const { budget = DEFAULT_BUNDLE_TOKENS } = request;
      const answer = await service.context(
        { ...request, budget, maxSent: maxBundleSent(place), format: "markdown", trigger: "mcp" },
        { signal },
      );
      return toBundleAnswer(answer, place);
    }, { signal, onFailure });
  });
}
