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

/** Options of {@link StrictMcpServer} besides those of the SDK's server. */
interface StrictServerOptions extends ServerOptions {
  /** Whether the connection is of 2025-11-25; see `McpRequestContext`. @default false */
  readonly isLegacy?: boolean | undefined;
  /**
   * Told of the client's folders, as URIs, once it is there and whenever they change. Requests wait for
   * it, so that none is answered from another folder.
   */
  readonly onRoots?: ((uris: readonly string[]) => void) | undefined;
}

/** Lists that are always given whole, so that there is nothing to go on from. */
const WHOLE_LISTS: ReadonlySet<string> = new Set([
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "tools/list",
]);

/** Notifications after which a client's folders are asked for, or asked for again. */
const ROOTS_NEWS: ReadonlySet<string> = new Set([
  "notifications/initialized",
  "notifications/roots/list_changed",
]);

/** How long a client may take to say its folders, in milliseconds. */
const ROOTS_TIMEOUT_MS = 2000;

/**
 * An MCP server that does what the SDK leaves out: it refuses cursors that it has not given, says of parameters that
 * are missing or wrong that they are, tells clients of 2025-11-25 of a missing resource by the code of that version,
 * and asks them for their folders.
 */
export class StrictMcpServer extends McpServer {
  readonly #isLegacy: boolean;
  readonly #onRoots: StrictServerOptions["onRoots"];
  /** Settled when the client's folders are known. */
  #roots: Promise<void> | undefined;

  /** As of the SDK's server. */
  constructor(info: Implementation, { isLegacy, onRoots, ...options }: StrictServerOptions = {}) {
    super(info, options);
    this.#isLegacy = isLegacy ?? false;
    this.#onRoots = onRoots;
  }

  /** As of the SDK's server. */
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
        // In the order in which they came.
        this.#roots = this.#roots.then(() => receive?.(message, extra));
      }
      if (isJSONRPCNotification(message) && ROOTS_NEWS.has(message.method)) {
        this.#roots = (this.#roots ?? Promise.resolve()).then(() => this.#askRoots());
      }
    };
  }

  /** Asks the client for its folders; one that has none, or does not answer, is served as before. */
  async #askRoots(): Promise<void> {
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

/** Returns what a message is answered with whose cursor is none of ours: we give none. */
function refuseCursor(message: JSONRPCMessage): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message) || !WHOLE_LISTS.has(message.method)) return undefined;
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

/** Returns a message with the code that 2025-11-25 has for a resource that there is not. */
function toLegacy(message: JSONRPCMessage): JSONRPCMessage {
  if (!isJSONRPCErrorResponse(message)) return message;
  const { code, data } = message.error;
  // So the SDK writes its `ResourceNotFoundError`, and no other.
  const isMissing = code === ProtocolErrorCode.InvalidParams && data !== null &&
    typeof data === "object" && Object.keys(data).join() === "uri";
  if (!isMissing) return message;
  return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
}

/** What a parser of the SDK says of one wrong value. */
interface ParseIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Returns a message with the code for wrong parameters, where the SDK tells of an error of the server with them. */
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

/** Returns the list that the SDK has as the text of an error; none for any other text. */
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
