import { INPUT_TOKENS, MODEL_REPLIES, type ModelAnswer, type ToolCall } from "./model_replies.ts";

/** A request that a host has sent to the model. */
export interface ModelRequest {
  /** Path with its query, such as `/v1/responses`. */
  readonly path: string;
  readonly body: ModelBody;
  /** When it came, in milliseconds since 1970. */
  readonly time: number;
}

/** What a host sends to a model, as any of the services has it. */
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

/** One text of a request, with the role under which the model sees it. */
export interface ModelText {
  readonly role: string;
  readonly text: string;
}

/** Calls that are made at a prompt. */
interface Plan {
  readonly calls: readonly ToolCall[];
  readonly isEnough: (request: ModelRequest) => boolean;
}

/** Calls of tools in a prompt, in the order in which they are to be made: `[[Read {"file_path": "a.ts"}]]`. */
const CALL_REGEXP = /\[\[([\w.]+) (\{.*?\})\]\]/g;
/** What the requests of both programs hold that ask for a summary, and no prompt of a test does. */
const SUMMARY_REGEXP = /create a detailed summary|CONTEXT CHECKPOINT COMPACTION/i;
const SAYS = "The work is done.";
const SUMMARY = "<summary>The files were read as the user asked.</summary>";

/**
 * A model for programs that talk to one over HTTP, on a free port of loopback: it makes the calls that the
 * user's last prompt writes out, or that were planned for it, one after the other, and then says that it is done. It
 * answers as the services of {@link MODEL_REPLIES} do.
 */
export class ModelStub implements AsyncDisposable {
  /** Every request for an answer, the earliest first. */
  readonly requests: ModelRequest[] = [];
  /** Such as `http://127.0.0.1:4711`, without a path. */
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
   * Has it make calls at a prompt that does not write them out.
   *
   * @param isEnough Whether no more of them are to be made after a request. @default never
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

/** Returns all that a request says to the model, in order; each with its role. */
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

/** Returns the next call that the last prompt asks for, or the last word when all are done. */
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
  // What a hook says may follow results as a message of the user; what follows at once is the next prompt.
  const isOver = done === 0 && texts.slice(place + 1).some((text) => text !== "");
  return (isOver || plan?.isEnough(request) ? undefined : plan?.calls[done]) ?? SAYS;
}

/** Returns the calls that a prompt writes out, or else those that are planned for it. */
function findPlan(text: string, plans: ReadonlyMap<string, Plan>): Plan | undefined {
  const written = [...text.matchAll(CALL_REGEXP)];
  if (written.length > 0) {
    const calls = written.map(([, name = "", input = ""]) => ({ name, input: JSON.parse(input) }));
    return { calls, isEnough: () => false };
  }
  return [...plans].findLast(([prompt]) => text.includes(prompt))?.[1];
}

/** Returns whether an item tells what a tool has said; texts of hooks may be beside it. */
function isResult({ type, role, content, parts }: ModelItem): boolean {
  if (role === "tool" || type?.endsWith("_output")) return true;
  return [content, parts].flat().some((part) =>
    typeof part === "object" && part !== null &&
    ("functionResponse" in part || "type" in part && part.type === "tool_result")
  );
}
