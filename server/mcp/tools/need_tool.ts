import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { QUERY, SESSION } from "../../schema/fields.ts";
import { callSignal, type McpParts } from "../call.ts";
import { answerTool } from "../tool_answer.ts";
import { toToolSchema } from "../tool_schema.ts";
import { BUNDLE_OUTPUT, maxBundleSent, toBundleAnswer } from "./bundle_answer.ts";
import { MAX_BUNDLE_TOKENS } from "./bundle_tokens.ts";
import { ROOT_FIELD } from "./root_field.ts";

const INPUT = toToolSchema(z.strictObject({
  text: QUERY.describe("Lines such as NEED_CODE: src/a.ts:1-20 or NEED_DOC: guide"),
  session: SESSION.describe("Whose text it is; its rounds are counted"),
  round: z.exactOptional(z.int().min(1).max(1_000_000)).describe("By default the next"),
  root: z.exactOptional(ROOT_FIELD),
}));

/** Registers the tool that answers the requests in an agent's text. */
export function registerNeedTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("need", {
    description: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of a text, each with its " +
      "outcome. Use it in the middle of a task for files or documents that you can name; " +
      "rounds are limited.",
    inputSchema: INPUT,
    outputSchema: BUNDLE_OUTPUT,
    // Each answer takes a round of the session and is recorded; a round that is named is answered once.
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }, (request, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      const place = { service, root: request.root };
      const limits = { budget: MAX_BUNDLE_TOKENS, maxSent: maxBundleSent(place) };
      const answer = await service.need(
        { ...request, ...limits, format: "markdown", trigger: "mcp" },
        { signal },
      );
      return toBundleAnswer(answer, place);
    }, { signal, onFailure });
  });
}
