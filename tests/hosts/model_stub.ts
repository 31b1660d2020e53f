import { INPUT_TOKENS, MODEL_REPLIES, type ModelAnswer, type ToolCall } from "./model_replies.ts";

/** Request of a host to the model. */
export interface ModelRequest {
  /** Path with its query, such as `/v1/responses`. */
  readonly path: string;
  readonly body: ModelBody;
  /** Time of its arrival, in milliseconds since 1970. */
  readonly time: number;
}

/** Body of a host's request to a model, with the fields of all services. */
interface ModelBody {
  readonly model?: string;
  readonly system?: unknown;
  readonly instructions?: string;
  readonly systemInstruction?: unknown;
  readonly messages?: readonly ModelItem[];
  readonly input?: readonly ModelItem[];
  readonly contents?: readonly ModelItem[];
}

interface ModelItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: unknown;
  readonly parts?: unknown;
}

/** Text of a request, with the role under which the model sees it. */
export interface ModelText {
  readonly role: string;
  readonly text: string;
}

/** Calls for a prompt. */
interface Plan {
  readonly calls: readonly ToolCall[];
  readonly isEnough: (request: ModelRequest) => boolean;
}

/** Calls of tools in a prompt, in order: `[[Read {"file_path": "a.ts"}]]`. */
const CALL_REGEXP = /\[\[([\w.]+) (\{.*?\})\]\]/g;
/** Text in both programs' requests for a summary that no test prompt contains. */
const SUMMARY_REGEXP = /create a detailed summary|CONTEXT CHECKPOINT COMPACTION/i;
const SAYS = "The work is done.";
const SUMMARY = "<summary>The files were read as the user asked.</summary>";

/**
 * Model for programs that use one over HTTP, on a free port of the loopback interface: it makes the
 * calls in the user's last prompt, or those planned for it, one after the other, and then sends its
 * last text. It answers in the formats of {@link MODEL_REPLIES}.
 */
export class ModelStub implements AsyncDisposable {
  /** All requests for an answer, earliest first. */
  readonly requests: ModelRequest[] = [];
  /** Address without a path, such as `http://127.0.0.1:4711`. */
  readonly url: string;
  readonly #plans = new Map<string, Plan>();
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

  /**
   * Plans calls for a prompt that does not contain any.
   *
   * @param isEnough Returns whether no more of them are needed after a request. @default never
   */
  plan(
    prompt: string,
    calls: readonly ToolCall[],
    isEnough: (request: ModelRequest) => boolean = () => false,
  ): void {
    this.#plans.set(prompt, { calls, isEnough });
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const [, reply] = MODEL_REPLIES.find(([path]) => path.test(pathname)) ?? [];
    if (reply === undefined || request.method !== "POST") {
      return Response.json({ data: [], models: [], input_tokens: INPUT_TOKENS });
    }
    const body: ModelBody = await request.json();
    const asked = { path: pathname + search, body, time: Date.now() };
    this.requests.push(asked);
    return reply(String(++this.#count), answerTo(asked, this.#plans), body.model ?? "");
  }
}

/** Returns all texts of a request to the model in order, each with its role. */
export function listModelTexts({ body }: ModelRequest): ModelText[] {
  const head = [body.system, body.instructions, body.systemInstruction].flatMap(textsOf);
  return [
    ...head.map((text) => ({ role: "instructions", text })),
    ...itemsOf(body).flatMap(({ role, type, ...item }) =>
      textsOf(item).map((text) => ({ role: role ?? type ?? "", text }))
    ),
  ];
}

function itemsOf({ messages, input, contents }: ModelBody): readonly ModelItem[] {
  return messages ?? input ?? contents ?? [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== "object" || value === null) return [];
  const { text, content, parts, output, functionResponse, response } = value as Readonly<
    Record<string, unknown>
  >;
  return textsOf(text ?? content ?? parts ?? output ?? functionResponse ?? response);
}

/** Returns the next call of the last prompt, or the last text when all are done. */
function answerTo(request: ModelRequest, plans: ReadonlyMap<string, Plan>): ModelAnswer {
  const { body } = request;
  const items = itemsOf(body);
  const texts = items.map((item) =>
    item.role === "user" && !isResult(item) ? textsOf(item).join("\n").trim() : ""
  );
  if (SUMMARY_REGEXP.test(texts.findLast((text) => text !== "") ?? "")) return SUMMARY;
  const planned = texts.map((text) => findPlan(text, plans));
  const place = planned.findLastIndex((plan) => plan !== undefined && plan.calls.length > 0);
  const plan = planned[place];
  const done = items.slice(place + 1).filter(isResult).length;
  // A hook's text may follow results as a user message; the message directly after it is the next
  // prompt.
  const isOver = done === 0 && texts.slice(place + 1).some((text) => text !== "");
  return (isOver || plan?.isEnough(request) ? undefined : plan?.calls[done]) ?? SAYS;
}

/** Returns the calls in a prompt, or those that are planned for it. */
function findPlan(text: string, plans: ReadonlyMap<string, Plan>): Plan | undefined {
  const written = [...text.matchAll(CALL_REGEXP)];
  if (written.length > 0) {
    const calls = written.map(([, name = "", input = ""]) => ({ name, input: JSON.parse(input) }));
    return { calls, isEnough: () => false };
  }
  return [...plans].findLast(([prompt]) => text.includes(prompt))?.[1];
}

/** Returns whether an item is the result of a tool; it may contain texts of hooks, too. */
function isResult({ type, role, content, parts }: ModelItem): boolean {
  if (role === "tool" || type?.endsWith("_output")) return true;
  return [content, parts].flat().some((part) =>
    typeof part === "object" && part !== null &&
    ("functionResponse" in part || "type" in part && part.type === "tool_result")
  );
}
