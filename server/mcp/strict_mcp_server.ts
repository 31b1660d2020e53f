import {
  type Implementation,
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type ServerOptions,
  type Transport,
} from "@modelcontextprotocol/server";

/** Options of {@link StrictMcpServer} in addition to those of the SDK's server. */
interface StrictServerOptions extends ServerOptions {
  /** True when the connection is of 2025-11-25. See `McpRequestContext`. @default false */
  readonly isLegacy?: boolean | undefined;
  /**
   * Called with the client's folders, as URIs, when it has connected and whenever they change.
   * Requests wait for it, so that none is answered from another folder.
   */
  readonly onRoots?: ((uris: readonly string[]) => void) | undefined;
}

/** Methods of lists that are always returned completely, and so have no cursor. */
const COMPLETE_LISTS: ReadonlySet<string> = new Set([
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "tools/list",
]);

/** Notifications after which a client's folders are requested. */
const ROOTS_NOTIFICATIONS: ReadonlySet<string> = new Set([
  "notifications/initialized",
  "notifications/roots/list_changed",
]);

/** Longest time for a client to send its folders, in milliseconds. */
const ROOTS_TIMEOUT_MS = 2000;

/**
 * MCP server with the checks that the SDK lacks. It refuses cursors, as it issues none. It reports
 * missing and invalid parameters as such. For a missing resource it sends clients of 2025-11-25 the
 * code of that version. It requests the folders of these clients.
 */
export class StrictMcpServer extends McpServer {
  readonly #isLegacy: boolean;
  readonly #onRoots: StrictServerOptions["onRoots"];
  /** Resolves when the client's folders are known. */
  #roots: Promise<void> | undefined;

  /** Creates a server as the SDK does. */
  constructor(info: Implementation, { isLegacy, onRoots, ...options }: StrictServerOptions = {}) {
    super(info, options);
    this.#isLegacy = isLegacy ?? false;
    this.#onRoots = onRoots;
  }

  /** Connects as the SDK's server does. */
  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(toInvalidParams(this.#isLegacy ? toLegacy(message) : message), options);
    await super.connect(transport);
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      const refusal = refuseCursor(message);
      if (refusal !== undefined) {
        send(refusal).catch((error) => transport.onerror?.(error));
      } else if (this.#roots === undefined || !("method" in message)) {
        receive?.(message, extra);
      } else {
        // Messages are received in the order in which they arrive.
        this.#roots = this.#roots.then(() => receive?.(message, extra));
      }
      if (isJSONRPCNotification(message) && ROOTS_NOTIFICATIONS.has(message.method)) {
        this.#roots = (this.#roots ?? Promise.resolve()).then(() => this.#requestRoots());
      }
    };
  }

  /**
   * Requests the folders of the client. A client without folders, or without an answer, is served
   * as before.
   */
  async #requestRoots(): Promise<void> {
    if (this.#onRoots === undefined || this.server.getClientCapabilities()?.roots === undefined) {
      return;
    }
    try {
      const { roots } = await this.server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS });
      this.#onRoots(roots.map(({ uri }) => uri));
    } catch (error) {
      this.server.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Returns the refusal of a message with a cursor, as this server issues no cursors. */
function refuseCursor(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message) || !COMPLETE_LISTS.has(message.method)) return undefined;
  const cursor = message.params?.["cursor"];
  if (cursor === undefined || cursor === "") return undefined;
  return {
    jsonrpc: "2.0",
    id: message.id,
    error: {
      code: ProtocolErrorCode.InvalidParams,
      message: "Cannot continue from this cursor as the list is complete: omit the cursor",
    },
  };
}

/** Returns a message with the code that 2025-11-25 has for a missing resource. */
function toLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { code, data } = message.error;
  // The SDK writes only its `ResourceNotFoundError` in this form.
  const isMissing = code === ProtocolErrorCode.InvalidParams && data !== null &&
    typeof data === "object" && Object.keys(data).join() === "uri";
  if (!isMissing) return message;
  return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
}

/** Description of one invalid value by a parser of the SDK. */
interface ParseIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Returns a message with the code for invalid parameters, when the SDK reports these as an error of
 * the server.
 */
function toInvalidParams(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { error } = message;
  if (error.code !== ProtocolErrorCode.InternalError) return message;
  const [issue, ...others] = readIssues(error.message);
  if (issue === undefined || [issue, ...others].some(({ path }) => path[0] !== "params")) {
    return message;
  }
  const reason = `Cannot take "${issue.path.join(".")}" of the request: ${issue.message}`;
  return { ...message, error: { code: ProtocolErrorCode.InvalidParams, message: reason } };
}

/** Returns the list that the SDK writes as the text of an error; none for any other text. */
function readIssues(text: string): readonly ParseIssue[] {
  if (!text.startsWith("[")) return [];
  try {
    const issues = JSON.parse(text) as readonly Partial<ParseIssue>[];
    return issues.every(({ path, message }) => Array.isArray(path) && typeof message === "string")
      ? issues as readonly ParseIssue[]
      : [];
  } catch {
    return [];
  }
}
