import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";

/** A request that stays open on purpose, for as long as the connection does. */
const LISTEN = "subscriptions/listen";

/** Knows the requests of a connection that are not answered yet. */
export class PendingCalls {
  readonly #ids = new Set<RequestId>();
  #onNone = () => {};

  /** Looks at what goes through a transport, whose receiver must be set already. */
  constructor(transport: Transport) {
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if (isJSONRPCRequest(message) && message.method !== LISTEN) this.#ids.add(message.id);
      // What is cancelled is not answered.
      if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
        this.#settle(message.params?.["requestId"] as RequestId | undefined);
      }
      receive?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = async (message, options) => {
      await send(message, options);
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
        this.#settle(message.id);
      }
    };
  }

  /** Resolves when all are answered, or after a time in milliseconds. */
  async answered(timeoutMs: number): Promise<void> {
    if (this.#ids.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onNone = resolve;
    const timer = setTimeout(resolve, timeoutMs);
    await promise;
    clearTimeout(timer);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined && this.#ids.delete(id) && this.#ids.size === 0) this.#onNone();
  }
}
