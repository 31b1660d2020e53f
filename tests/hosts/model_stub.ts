// deno-lint-ignore-file camelcase -- the names that both services have

/** A call of a tool that a prompt asks for. */
interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A request that a host has sent to the model. */
export interface ModelRequest {
  /** Path with its query, such as `/v1/responses`. */
  readonly path: string;
  readonly body: ModelBody;
}

/** What a host sends to a model: that of Anthropic's Messages or of OpenAI's Responses. */
interface ModelBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly instructions?: string;
  readonly messages?: readonly ModelItem[];
  readonly input?: readonly ModelItem[];
}

interface ModelItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
}

/** One text of a request, with the role under which the model sees it. */
export interface ModelText {
  readonly role: string;
  readonly text: string;
}

/** Calls of tools in a prompt, in the order in which they are to be made: `[[Read {"file_path": "a.ts"}]]`. */
const CALL_REGEXP = /\[\[(\w+) (\{.*?\})\]\]/g;
/** What the requests of both programs hold that ask for a summary, and no prompt of a test does. */
const SUMMARY_REGEXP = /create a detailed summary|CONTEXT CHECKPOINT COMPACTION/i;
/** What is told of every answer; hosts compact when it passes a limit of theirs. */
const INPUT_TOKENS = 1000;
const OUTPUT_TOKENS = 10;
const SAYS = "The work is done.";
const SUMMARY = "<summary>The files were read as the user asked.</summary>";

/**
 * A model for programs that talk to one over HTTP, on a free port of loopback: it makes the calls that the
 * user's last prompt writes out, one after the other, and then says that it is done. Of Anthropic's API it has
 * Messages, and of OpenAI's Responses, both as streams of events.
 */
export class ModelStub implements AsyncDisposable {
  /** Every request for an answer, the earliest first. */
  readonly requests: ModelRequest[] = [];
  /** Such as `http://127.0.0.1:4711`, without a path. */
  readonly url: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #count = 0;

  constructor() {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      (request) => this.#answer(request),
    );
    this.url = `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const isAsked = /\/(messages|responses)$/.test(pathname) && request.method === "POST";
    if (!isAsked) return Response.json({ data: [], models: [], input_tokens: INPUT_TOKENS });
    const body: ModelBody = await request.json();
    this.requests.push({ path: pathname + search, body });
    const id = String(++this.#count);
    const next = nextCall(body);
    if (pathname.endsWith("/responses")) return streamResponse(id, next);
    return body.stream === true
      ? streamMessage(body.model, id, next)
      : Response.json({ ...messageOf(body.model, id), content: [contentOf(id, next)] });
  }
}

/** Returns all that a request says to the model, in order; each with its role. */
export function listModelTexts({ body }: ModelRequest): ModelText[] {
  const head = [body.system, body.instructions].flatMap((each) => textsOf(each));
  const items = body.messages ?? body.input ?? [];
  return [
    ...head.map((text) => ({ role: "instructions", text })),
    ...items.flatMap(({ role, type, content, ...rest }) =>
      textsOf(content ?? rest).map((text) => ({ role: role ?? type ?? "", text }))
    ),
  ];
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  const { text, content, output } = value as Readonly<Record<string, unknown>>;
  return textsOf(text ?? content ?? output);
}

/** Returns the next call that the last prompt asks for; undefined when all are done, a string for a text. */
function nextCall(body: ModelBody): ToolCall | string {
  const items = body.messages ?? body.input ?? [];
  const texts = items.map((item) => item.role === "user" ? textsOf(item.content).join("\n") : "");
  if (SUMMARY_REGEXP.test(texts.findLast((text) => text !== "") ?? "")) return SUMMARY;
  const place = texts.findLastIndex((text) => text.search(CALL_REGEXP) >= 0);
  const isAfter = items.slice(place + 1).some(({ role }, index) =>
    role === "user" && !isResult(items[place + 1 + index]!) &&
    texts[place + 1 + index]!.trim() !== ""
  );
  if (place < 0 || isAfter) return SAYS;
  const done = items.slice(place + 1).filter(isResult).length;
  const call = [...texts[place]!.matchAll(CALL_REGEXP)][done];
  return call === undefined ? SAYS : { name: call[1]!, input: JSON.parse(call[2]!) };
}

/** Returns whether an item tells what a tool has said. */
function isResult({ type, content }: ModelItem): boolean {
  if (type?.endsWith("_output")) return true;
  return Array.isArray(content) && content.some((each) => each?.type === "tool_result");
}

function messageOf(model: string, id: string) {
  const usage = { input_tokens: INPUT_TOKENS, output_tokens: OUTPUT_TOKENS };
  return { id: `msg_${id}`, type: "message", role: "assistant", model, content: [], usage };
}

function contentOf(id: string, next: ToolCall | string) {
  return typeof next === "string"
    ? { type: "text", text: next }
    : { type: "tool_use", id: `toolu_${id}`, name: next.name, input: next.input };
}

function streamMessage(model: string, id: string, next: ToolCall | string): Response {
  const isText = typeof next === "string";
  const block = isText ? { type: "text", text: "" } : { ...contentOf(id, next), input: {} };
  const delta = isText
    ? { type: "text_delta", text: next }
    : { type: "input_json_delta", partial_json: JSON.stringify(next.input) };
  return stream([
    { type: "message_start", message: messageOf(model, id) },
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

function streamResponse(id: string, next: ToolCall | string): Response {
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
      name: next.name,
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

/** An event of a stream. */
interface ModelEvent {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns server-sent events. */
function stream(events: readonly ModelEvent[]): Response {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
}
