import { createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Service } from "../service/mod.ts";
import { createMcpServer, type McpServerOptions } from "./create_mcp_server.ts";
import {
  LISTEN_METHOD,
  readMcpMessages,
  type ReadMessage,
  refuseMessage,
} from "./read_mcp_messages.ts";

const JSON_TYPE = "application/json";
const STREAM_TYPE = "text/event-stream";

const JSON_TYPE_REGEXP = /^application\/json\s*(?:;|$)/i;

/** What lies between the events of a stream, and in front of the data of one. */
const EVENT_END_REGEXP = /\r?\n\r?\n/;
const DATA_REGEXP = /^data: ?(.*)$/gm;

/** Returns the answer to one message that came with a request. */
type Answerer = (read: ReadMessage, request: Request) => Promise<Response>;

/**
 * Returns what answers MCP over HTTP, in both eras and without sessions. Who may call is decided in front
 * of it.
 */
export function mcpHandler(
  service: Service,
  options: McpServerOptions = {},
): (request: Request) => Promise<Response> {
  const { fetch } = createMcpHandler(({ era }) => createMcpServer(service, { ...options, era }));
  const answer: Answerer = async (read, request) => {
    if ("refusal" in read) return refuse(read.refusal.reason, read.refusal.answer);
    return await fetch(request, { parsedBody: read.message });
  };
  return async (request) => {
    const { method, url, headers, signal } = request;
    // The SDK says what is wrong.
    if (method !== "POST" || !JSON_TYPE_REGEXP.test(headers.get("content-type") ?? "")) {
      return await fetch(request);
    }
    const { messages, isBatch } = readMcpMessages(new Uint8Array(await request.arrayBuffer()));
    // The SDK answers only those who take both types.
    const asked = new Headers(headers);
    asked.set("Accept", `${JSON_TYPE}, ${STREAM_TYPE}`);
    const bare = new Request(url, { method, headers: asked, signal });
    const [first] = messages;
    if (first === undefined) return refuse("Cannot read a message as the body is empty");
    if (isBatch) return await answerBatch(messages, (each) => answer(each, bare.clone()));
    const response = await answer(first, bare);
    const isStreamTaken = headers.get("accept")?.toLowerCase().includes(STREAM_TYPE) ?? false;
    return isStreamTaken || isListening(first) ? response : await toJsonResponse(response);
  };
}

/** Returns whether a message opens a stream that has no last message. */
function isListening(read: ReadMessage): boolean {
  return "message" in read && "method" in read.message && read.message.method === LISTEN_METHOD;
}

/** Returns a refusal as a response; by default that of a message without an id. */
function refuse(reason: string, answer?: string): Response {
  const fault = { code: ProtocolErrorCode.InvalidRequest, reason };
  return new Response(answer ?? refuseMessage("null", fault).answer, {
    status: 400,
    headers: { "Content-Type": JSON_TYPE },
  });
}

/** Returns the answers to all messages of a list, as a list without those that want none. */
async function answerBatch(
  messages: readonly ReadMessage[],
  answer: (read: ReadMessage) => Promise<Response>,
): Promise<Response> {
  const wanting = messages.filter((read) => "message" in read || read.refusal.answer !== undefined);
  const texts = await Promise.all(
    wanting.map(async (read) => await (await toJsonResponse(await answer(read))).text()),
  );
  const answers = texts.filter((text) => text !== "");
  return answers.length === 0
    ? new Response(null, { status: 202 })
    : new Response(`[${answers.join(",")}]`, { headers: { "Content-Type": JSON_TYPE } });
}

/** Returns a response as JSON; of a stream the answer, which is its last message. */
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
