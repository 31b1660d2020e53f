import type { RequestField } from "@dossier/retrieval/operation";
import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import {
  nonEmptyTextField,
  QUERY_FIELD,
  SESSION_FIELD,
  sessionField,
} from "@dossier/retrieval/fields";
import { toSchema } from "../schema/mod.ts";
import { toLenientSchema } from "./tool.ts";

const ISSUE_FIELD = z.string().min(1).describe(
  "FILE.md, FILE.json or TRACKER.jsonl#ID in the tree, or the issue in words",
);
const SESSION = z.exactOptional(toText(SESSION_FIELD));

/**
 * Registers the prompts with which a user starts the main tasks: an issue, a question, and
 * requests.
 */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt("start-issue", {
    title: "Start on an issue",
    description: "Reads the context of an issue before work on it",
    argsSchema: toLenientSchema(z.object({ issue: ISSUE_FIELD, session: SESSION })),
  }, ({ issue, session }) =>
    toUserMessage(
      `Start on this issue: ${issue}`,
      `First call the tool "context" of dossier with it as "issue" (as a field "title" when it is ` +
        `neither a file nor a record of one)${
          formatSession(session)
        }, and with ten to twenty "names" that you guess the code to have. Read what it returns, then say in a ` +
        'few lines what you will change and where. Request missing text with "need", in lines such as ' +
        "NEED_CODE: path:10-40.",
    ));
  server.registerPrompt("ask", {
    title: "Ask about the repository",
    description: "Answers a question from the passages that matter, with their places",
    argsSchema: toLenientSchema(z.object({ question: toText(QUERY_FIELD), session: SESSION })),
  }, ({ question, session }) =>
    toUserMessage(
      question,
      `Call the tool "context" of dossier with this question as "query"${
        formatSession(session)
      } and ten to twenty "names" that you guess the code to have, and answer ` +
        "from what it returns. Name path and lines of what you rely on, and say what you did not find.",
    ));
  server.registerPrompt("answer-requests", {
    title: "Answer requests",
    description: "Answers the NEED_CODE, NEED_DOC and NEED_FILE lines of an agent",
    argsSchema: toLenientSchema(z.object({
      text: toText(nonEmptyTextField("Text of the agent, such as NEED_CODE: src/a.ts:1-20")),
      session: toText(sessionField("Session of the agent; its rounds are counted")),
    })),
  }, ({ text, session }) =>
    toUserMessage(
      text,
      `Call the tool "need" of dossier with this text${
        formatSession(session)
      }, and continue with what it ` +
        "returns. What it does not provide is not available: continue without it, or say what blocks you.",
    ));
}

function toUserMessage(...parts: readonly string[]) {
  return {
    messages: [{
      role: "user" as const,
      content: { type: "text" as const, text: parts.join("\n\n") },
    }],
  };
}

function formatSession(session: string | undefined): string {
  return session === undefined ? "" : ` and the session ${JSON.stringify(session)}`;
}

function toText(field: RequestField<string>): z.ZodType<string> {
  return toSchema(field) as z.ZodType<string>;
}
