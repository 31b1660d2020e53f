import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import type { InjectionSummary } from "@dossier/retrieval";
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type RegisteredResource,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { CallOptions, Service } from "../service/mod.ts";
import { formatContinuation, MARKDOWN_TYPE, PLAIN_TYPE, readTarget } from "./read_tool.ts";
import {
  DOCUMENT_TEMPLATE,
  LOG_TEMPLATE,
  logUri,
  OMITTED_TEMPLATE,
  RECORD_TEMPLATE,
  recordUri,
} from "./resource_uri.ts";
import { callSignal, formatToolFailure, type McpCall, type McpParts } from "./tool.ts";

/** Number of records of each tree in the list of resources. */
const LISTED_RECORDS = 10;

/** Maximum number of characters of a title. */
const MAX_TITLE_LENGTH = 80;

/** Codes of errors about something that does not exist. */
const MISSING_CODES: ReadonlySet<string> = new Set([
  "file-not-found",
  "record-not-found",
  "invalid-cursor",
  "root-unknown",
  "manifest-not-found",
]);

/** Codes of errors about a request that cannot be fulfilled. */
const REFUSED_CODES: ReadonlySet<string> = new Set([
  "file-excluded",
  "invalid-request",
  "invalid-cursor",
  "invalid-uri",
]);

/**
 * Registers the logs of the served trees as resources, and returns a function that registers them
 * again after the trees have changed.
 */
export function registerLogs(server: McpServer, parts: McpParts): () => void {
  let registered: readonly RegisteredResource[] = [];
  const update = () => {
    for (const resource of registered) resource.remove();
    registered = parts.service.roots.map(({ name }) => {
      const metadata = { title: `Deliveries from ${name}`, mimeType: MARKDOWN_TYPE };
      return server.registerResource(
        `log of ${name}`,
        logUri(name),
        metadata,
        createResourceReader(parts),
      );
    });
  };
  update();
  return update;
}

/** Registers the files, older logs and records of the served trees as resources. */
export function registerResources(server: McpServer, parts: McpParts): void {
  const { service } = parts;
  const read = createResourceReader(parts);
  const completeRoot = (value: string) =>
    service.roots.map(({ name }) => name).filter((name) => name.startsWith(value));
  const records = {
    list: async (call: ServerContext) => ({
      resources: await listRecords(service, callSignal(call)),
    }),
    complete: {
      root: completeRoot,
      id: async (value: string, context?: { readonly arguments?: Record<string, string> }) => {
        const root = context?.arguments?.["root"];
        const records = root === undefined ? [] : await listLog(service, { root });
        return records.map(({ id }) => String(id)).filter((id) => id.startsWith(value));
      },
    },
  };
  const others = { list: undefined, complete: { root: completeRoot } };
  const resources = [
    ["document", DOCUMENT_TEMPLATE, "A file of a served tree", PLAIN_TYPE, others],
    ["older log", LOG_TEMPLATE, "Deliveries from a tree before a record", MARKDOWN_TYPE, others],
    ["omitted", OMITTED_TEMPLATE, "Omissions of a record", MARKDOWN_TYPE, others],
    ["record", RECORD_TEMPLATE, "A bundle or an answer as it was sent", undefined, records],
  ] as const;
  for (const [name, template, title, mimeType, callbacks] of resources) {
    server.registerResource(
      name,
      new ResourceTemplate(template, callbacks),
      { title, ...(mimeType && { mimeType }) },
      (uri, _variables, call) => read(uri, call),
    );
  }
}

/** Returns a function that reads a resource by its URI. */
export function createResourceReader({ onFailure, ...parts }: McpParts) {
  return (uri: URL, context: ServerContext): Promise<ReadResourceResult> =>
    readByUri(uri.href, { ...parts, onFailure, signal: callSignal(context), context });
}

async function readByUri(
  uri: string,
  { onFailure, ...call }: McpParts & McpCall,
): Promise<ReadResourceResult> {
  const { signal } = call;
  try {
    const { read, type, meta } = await readTarget({ path: uri }, call);
    const about = meta === undefined ? {} : { _meta: { ...meta } };
    const more = formatContinuation(read);
    if (more === undefined) {
      return { contents: [{ uri, mimeType: type, text: read.text }], ...about };
    }
    const text = `${read.text}\n[cut: ${more} of the tool "read"]`;
    // A part of JSON or XML is no longer valid JSON or XML.
    return {
      contents: [{ uri, mimeType: type === MARKDOWN_TYPE ? type : PLAIN_TYPE, text }],
      ...about,
    };
  } catch (error) {
    if (!signal.aborted && !isContextError(error)) onFailure(error);
    throw toProtocolError(uri, error);
  }
}

/** Returns the protocol's error for a failure. A missing resource has an error class of its own. */
function toProtocolError(uri: string, error: unknown): ProtocolError {
  const message = formatToolFailure(error);
  if (!isContextError(error)) return new ProtocolError(ProtocolErrorCode.InternalError, message);
  const { code } = error;
  if (MISSING_CODES.has(code)) return new ResourceNotFoundError(uri, message);
  const kind = REFUSED_CODES.has(code)
    ? ProtocolErrorCode.InvalidParams
    : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, { uri, code });
}

async function listRecords(service: Service, signal: AbortSignal) {
  const lists = await Promise.all(service.roots.map(async ({ name: root }) => {
    const records = await listLog(service, { root, signal });
    return records.map(({ id, time, subject }) => ({
      uri: recordUri({ root, id }),
      name: `record ${id} of ${root}`,
      title: escapeControls(subject.slice(0, MAX_TITLE_LENGTH)),
      annotations: { lastModified: time },
    }));
  }));
  return lists.flat();
}

/** Returns the last records of a tree; none when the tree is missing or damaged. */
async function listLog(
  service: Service,
  { root, signal }: CallOptions & { readonly root: string },
): Promise<readonly InjectionSummary[]> {
  try {
    return await service.call("log", { root, limit: LISTED_RECORDS }, { signal });
  } catch (error) {
    if (isContextError(error)) return [];
    throw error;
  }
}
