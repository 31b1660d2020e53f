// deno-lint-ignore-file camelcase -- the names that the services have

/** Call of a tool by a model. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Answer of a model: a call, or its last text. */
export type ModelAnswer = ToolCall | string;

/** Format of a service's answers, as a stream of events. */
type ModelReply = (id: string, next: ModelAnswer, model: string) => Response;

/** Reported size of every answer; hosts compact when it exceeds their limit. */
export const INPUT_TOKENS = 1000;
const OUTPUT_TOKENS = 10;

/**
 * Services by the ends of their paths: Anthropic's Messages, OpenAI's Responses and chat, Google's
 * Gemini.
 */
export const MODEL_REPLIES: readonly (readonly [path: RegExp, reply: ModelReply])[] = [
  [/\/messages$/, replyMessage],
  [/\/responses$/, replyResponse],
  [/\/chat\/completions$/, replyChat],
  [/:(?:streamG|g)enerateContent$/, replyContent],
];

function replyMessage(id: string, next: ModelAnswer, model: string): Response {
  const isText = typeof next === "string";
  const usage = { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS };
  const message = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    usage,
  };
  const block = isText
    ? { type: "text", text: "" }
    : { type: "tool_use", id: `toolu_${id}`, name: next.name, input: {} };
  const delta = isText
    ? { type: "text_delta", text: next }
    : { type: "input_json_delta", partial_json: JSON.stringify(next.input) };
  return stream([
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null },
      usage: { output_tokens: OUTPUT_TOKENS },
    },
    { type: "message_stop" },
  ]);
}

/**
 * Returns a tool's name in Codex' form for MCP servers: `mcp__dossier.search` is in a namespace.
 */
function splitNamespace(name: string): { readonly namespace?: string; readonly name: string } {
  const [first = "", second] = name.split(".");
  return second === undefined ? { name } : { namespace: first, name: second };
}

function replyResponse(id: string, next: ModelAnswer): Response {
  const item = typeof next === "string"
    ? {
      type: "message",
      id: `msg_${id}`,
      role: "assistant",
      content: [{ type: "output_text", text: next, annotations: [] }],
    }
    : {
      type: "function_call",
      id: `fc_${id}`,
      call_id: `call_${id}`,
      ...splitNamespace(next.name),
      arguments: JSON.stringify(next.input),
    };
  const usage = {
    input_tokens: INPUT_TOKENS,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: OUTPUT_TOKENS,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: INPUT_TOKENS + OUTPUT_TOKENS,
  };
  const response = { id: `resp_${id}`, object: "response" };
  return stream([
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.done", output_index: 0, item },
    {
      type: "response.completed",
      response: { ...response, status: "completed", output: [item], usage },
    },
  ]);
}

function replyChat(id: string, next: ModelAnswer, model: string): Response {
  const isText = typeof next === "string";
  const call = isText ? [] : [{
    index: 0,
    id: `call_${id}`,
    type: "function",
    function: { name: next.name, arguments: JSON.stringify(next.input) },
  }];
  const said = isText ? { content: next } : { tool_calls: call };
  const chunk = (delta: unknown, finish_reason: string | null) => ({
    id: `chat_${id}`,
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const chunks = [
    chunk({ role: "assistant", ...said }, null),
    chunk({}, isText ? "stop" : "tool_calls"),
  ];
  return streamData([...chunks.map((each) => JSON.stringify(each)), "[DONE]"]);
}

function replyContent(_id: string, next: ModelAnswer): Response {
  const part = typeof next === "string"
    ? { text: next }
    : { functionCall: { name: next.name, args: next.input } };
  const usageMetadata = {
    promptTokenCount: INPUT_TOKENS,
    candidatesTokenCount: OUTPUT_TOKENS,
    totalTokenCount: INPUT_TOKENS + OUTPUT_TOKENS,
  };
  const content = { role: "model", parts: [part] };
  const candidates = [{ index: 0, content, finishReason: "STOP" }];
  return streamData([JSON.stringify({ candidates, usageMetadata })]);
}

function streamData(lines: readonly string[]): Response {
  return streamText(lines.map((line) => `data: ${line}\n\n`));
}

/** Event of a stream. */
interface ModelEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns server-sent events. */
function stream(events: readonly ModelEvent[]): Response {
  return streamText(
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  );
}

function streamText(events: readonly string[]): Response {
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}
