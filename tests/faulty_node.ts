import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Request to a node. */
export interface NodeRequest {
  readonly method: string;
  /** Path with the query string. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Returns the response instead of that of the node; undefined for the node's own. An error cuts the response off. */
export type Fault = (request: NodeRequest) => Response | undefined | Promise<Response | undefined>;

/** Certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Proxy in front of a node that records requests, and answers instead of the node when a test says so. */
export class FaultyNode implements AsyncDisposable {
  /** The requests so far, as `METHOD path`. */
  readonly requests: string[] = [];
  /** Decides the response to a request. @default that of the node */
  fault: Fault = () => undefined;
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  /**
   * Starts a proxy on a free port of this machine.
   *
   * @param node Address of the node; empty when no test lets it answer.
   * @param certificate Certificate for HTTPS; HTTP without it.
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
