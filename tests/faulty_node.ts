import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as a node gets it. */
export interface NodeRequest {
  readonly method: string;
  /** With what stands behind its `?`. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Returns the answer that is sent in place of a node's; undefined for that one. An error breaks the answer off. */
export type Fault = (request: NodeRequest) => Response | undefined | Promise<Response | undefined>;

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Stands before a node, notes what it is asked, and answers in its place where a test says so. */
export class FaultyNode implements AsyncDisposable {
  /** The requests so far, as `METHOD path`. */
  readonly requests: string[] = [];
  /** Returns the answers that are sent in place of the node's. */
  fault: Fault = () => undefined;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /**
   * Starts one on a free port of this machine.
   *
   * @param node Address of the node behind it; empty where no test lets that answer.
   * @param certificate With which it encrypts; it does not without.
   */
  static async start(node: string, certificate?: Certificate): Promise<FaultyNode> {
    const server = certificate === undefined ? createServer() : createSecureServer(certificate);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const scheme = certificate === undefined ? "http" : "https";
    const faulty = new FaultyNode(server, `${scheme}://127.0.0.1:${port}`);
    server.on("request", async (request, response) => {
      const answer = await faulty.#answer(request, node).catch(() => undefined);
      if (answer === undefined) return void breakOff(response);
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "application/json",
      });
      response.end(await answer.text());
    });
    return faulty;
  }

  async #answer(request: IncomingMessage, node: string): Promise<Response> {
    const { method = "GET", url: path = "/" } = request;
    const headers = new Headers(request.headers as Record<string, string>);
    const body = await text(request);
    this.requests.push(`${method} ${path}`);
    const answered = await this.fault({ method, path, headers, body });
    return answered ?? await fetch(`${node}${path}`, {
      method,
      headers: { "content-type": headers.get("content-type") ?? "application/json" },
      ...body === "" ? {} : { body },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    // Those that clients keep open are not waited for.
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Ends an answer in its middle. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
  response.write("{");
  response.socket?.destroySoon();
}

/** Returns what a node answers that refuses a request. */
export function refusal(status: number, type: string, reason: string): Response {
  const error = { "root_cause": [{ type, reason }], type, reason };
  return Response.json({ error, status }, { status });
}
