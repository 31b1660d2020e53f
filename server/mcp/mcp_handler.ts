import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Service } from "../service/mod.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";
import {
  LISTEN_METHOD,
  type ParsedMessage,
  readMcpMessages,
  refuseMessage,
} from "./read_mcp_messages.ts";

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

const JSON_TYPE_REGEXP = /^application\/json\s*(?:;|$)/i;

/** Separator of the events of a stream, and the data lines of an event. */
const EVENT_END_REGEXP = /\r?\n\r?\n/;
const DATA_REGEXP = /^data: ?(.*)$/gm;

/** Returns the response to one message of a request. */
type Answerer = (parsed: ParsedMessage, request: Request) => Promise<Response>;

/**
 * Returns the handler of MCP over HTTP, in both eras and without sessions. Access is checked before
 * it.
 */
export function mcpHandler(
  service: Service,
  options: McpServerOptions = {},
): (request: Request) => Promise<Response> {
  const { fetch } = createMcpHandler(({ era }) => createMcpServer(service, { ...options, era }));
  const answer: Answerer = async (parsed, request) => {
    if ("refusal" in parsed) return refuse(parsed.refusal.reason, parsed.refusal.answer);
    return await fetch(request, { parsedBody: parsed.message });
  };
  return async (request) => {
    const { method, url, headers, signal } = request;
    // The SDK reports the error.
    if (method !== "POST" || !JSON_TYPE_REGEXP.test(headers.get("content-type") ?? "")) {
      return await fetch(request);
    }
    const { messages, isBatch } = readMcpMessages(new Uint8Array(await request.arrayBuffer()));
    // The SDK answers only clients that accept both types.
    const bothTypes = new Headers(headers);
    bothTypes.set("Accept", `${JSON_TYPE}, ${STREAM_TYPE}`);
    const forwarded = new Request(url, { method, headers: bothTypes, signal });
    const [first] = messages;
    if (first === undefined) return refuse("Cannot read a message as the body is empty");
    if (isBatch) return await answerBatch(messages, (each) => answer(each, forwarded.clone()));
    const response = await answer(first, forwarded);
    const acceptsStream = headers.get("accept")?.toLowerCase().includes(STREAM_TYPE) ?? false;
    return acceptsStream || isListening(first) ? response : await toJsonResponse(response);
  };
}

/** Returns true when a message opens a stream without a last message. */
function isListening(parsed: ParsedMessage): boolean {
  return "message" in parsed && "method" in parsed.message &&
    parsed.message.method === LISTEN_METHOD;
}

/** Returns a refusal as a response, by default that of a message without an id. */
function refuse(reason: string, answer?: string): Response {
  const fault = { code: ProtocolErrorCode.InvalidRequest, reason };
  return new Response(answer ?? refuseMessage("null", fault).answer, {
    status: 400,
    headers: { "Content-Type": JSON_TYPE },
  });
}

/**
 * Returns the responses to all messages of a list as one list. Messages that expect no response
 * have none.
 */
async function answerBatch(
  messages: readonly ParsedMessage[],
  answer: (parsed: ParsedMessage) => Promise<Response>,
): Promise<Response> {
  const expecting = messages.filter((parsed) =>
    "message" in parsed || parsed.refusal.answer !== undefined
  );
  const texts = await Promise.all(
    expecting.map(async (parsed) => await (await toJsonResponse(await answer(parsed))).text()),
  );
  const answers = texts.filter((text) => text !== "");
  return answers.length === 0
    ? new Response(null, { status: 202 })
    : new Response(`[${answers.join(",")}]`, { headers: { "Content-Type": JSON_TYPE } });
}

/** Returns a response as JSON. The answer in a stream is its last message. */
async function toJsonResponse(response: Response): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("content-type")?.startsWith(STREAM_TYPE)) return response;
  const text = await response.text();
  const messages = text.split(EVENT_END_REGEXP).map((event) =>
    [...event.matchAll(DATA_REGEXP)].map(([, line]) => line).join("\n")
  );
  const answer = messages.findLast((message) => message.trim() !== "");
  const shown = new Headers(headers);
  shown.set("Content-Type", JSON_TYPE);
  return new Response(answer ?? null, { status, headers: shown });
}
