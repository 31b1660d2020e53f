import { INPUT_TOKENS, MODEL_REPLIES, type ModelAnswer } from "./model_replies.ts";

/** A request that a host has sent to the model. */
export interface ModelRequest {
  /** Path with its query, such as `/v1/responses`. */
  readonly path: string;
  readonly body: ModelBody;
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

/** Calls of tools in a prompt, in the order in which they are to be made: `[[Read {"file_path": "a.ts"}]]`. */
const CALL_REGEXP = /\[\[(\w+) (\{.*?\})\]\]/g;
/** What the requests of both programs hold that ask for a summary, and no prompt of a test does. */
const SUMMARY_REGEXP = /create a detailed summary|CONTEXT CHECKPOINT COMPACTION/i;
const SAYS = "The work is done.";
const SUMMARY = "<summary>The files were read as the user asked.</summary>";

/**
 * A model for programs that talk to one over HTTP, on a free port of loopback: it makes the calls that the
 * user's last prompt writes out, one after the other, and then says that it is done. It answers as the services of
 * {@link MODEL_REPLIES} do.
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
    const [, reply] = MODEL_REPLIES.find(([path]) => path.test(pathname)) ?? [];
    if (reply === undefined || request.method !== "POST") {
      return Response.json({ data: [], models: [], input_tokens: INPUT_TOKENS });
    }
    const body: ModelBody = await request.json();
    this.requests.push({ path: pathname + search, body });
    return reply(String(++this.#count), answerTo(body), body.model ?? "");
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
function answerTo(body: ModelBody): ModelAnswer {
  const items = itemsOf(body);
  const texts = items.map((item) =>
    item.role === "user" && !isResult(item) ? textsOf(item).join("\n").trim() : ""
  );
  if (SUMMARY_REGEXP.test(texts.findLast((text) => text !== "") ?? "")) return SUMMARY;
  const place = texts.findLastIndex((text) => text.search(CALL_REGEXP) >= 0);
  const done = items.slice(place + 1).filter(isResult).length;
  // What a hook says may follow results as a message of the user; what follows at once is the next prompt.
  const isOver = done === 0 && texts.slice(place + 1).some((text) => text !== "");
  const call = isOver ? undefined : [...(texts[place] ?? "").matchAll(CALL_REGEXP)][done];
  return call === undefined ? SAYS : { name: call[1]!, input: JSON.parse(call[2]!) };
}

/** Returns whether an item tells what a tool has said; texts of hooks may be beside it. */
function isResult({ type, role, content, parts }: ModelItem): boolean {
  if (role === "tool" || type?.endsWith("_output")) return true;
  return [content, parts].flat().some((part) =>
    typeof part === "object" && part !== null &&
    ("functionResponse" in part || "type" in part && part.type === "tool_result")
  );
}
