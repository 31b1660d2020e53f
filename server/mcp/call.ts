import type { ServerContext } from "@modelcontextprotocol/server";
import type { Service } from "../service/service.ts";

/** What the handlers of tools and resources work with. */
export interface McpParts {
  /** What is asked for answers. */
  readonly service: Service;
  /** Told of what nobody foresaw; the client is told in any case. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Returns the signal that ends a call: of `notifications/cancelled`, and of the client's connection where
 * the call came over HTTP.
 */
export function callSignal({ mcpReq, http }: ServerContext): AbortSignal {
  const request = http?.req?.signal;
  return request === undefined ? mcpReq.signal : AbortSignal.any([mcpReq.signal, request]);
}
