/** A request as a node gets it. */
export interface NodeRequest {
  readonly method: string;
  /** With what stands behind its `?`. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What is answered in place of a node; undefined where that answers itself. */
export type Fault = (request: NodeRequest) => Response | Promise<Response> | undefined;

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Stands before a node, counts what it is asked, and answers in its place where a test says so. */
export class FaultyNode implements AsyncDisposable {
  readonly url: string;
  /** The requests so far, as `METHOD path`. */
  readonly requests: string[] = [];
  /** What is answered in place of the node. */
  fault: Fault = () => undefined;
  readonly #server: Deno.HttpServer;

  /**
   * @param node Address of the node behind it.
   * @param certificate With which it encrypts; it does not without.
   */
  constructor(node: string, certificate?: Certificate) {
    const handler = (request: Request) => this.#answer(request, node);
    const place = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = certificate === undefined
      ? Deno.serve(place, handler)
      : Deno.serve({ ...place, ...certificate }, handler);
    const { port } = this.#server.addr as Deno.NetAddr;
    this.url = `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`;
  }

  async #answer({ method, url, headers, body }: Request, node: string): Promise<Response> {
    const { pathname, search } = new URL(url);
    const path = `${pathname}${search}`;
    const text = await new Response(body).text();
    this.requests.push(`${method} ${path}`);
    const answered = await this.fault({ method, path, headers, body: text });
    if (answered !== undefined) return answered;
    const answer = await fetch(`${node}${path}`, {
      method,
      headers: { "content-type": headers.get("content-type") ?? "application/json" },
      ...text === "" ? {} : { body: text },
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    return new Response(await answer.text(), {
      status: answer.status,
      headers: { "content-type": type },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Returns what a node answers that refuses a request. */
export function refusal(status: number, type: string, reason: string): Response {
  const error = { "root_cause": [{ type, reason }], type, reason };
  return Response.json({ error, status }, { status });
}
