import type { McpServer } from "@modelcontextprotocol/server";
import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import * as z from "zod";
import { type CallOptions, findServedRoot, type ServedRoot, type Service } from "../service/mod.ts";
import {
  answerTool,
  callSignal,
  type McpParts,
  ROOT_FIELD,
  tellFailure,
  toToolSchema,
} from "./tool.ts";

const INPUT = toToolSchema(z.strictObject({ root: z.exactOptional(ROOT_FIELD) }));

const ROOT_STATUS = z.object({
  name: z.string(),
  path: z.string(),
  documents: z.exactOptional(z.int()),
  chunks: z.exactOptional(z.int()),
  updatedAt: z.exactOptional(z.string()),
  problem: z.exactOptional(z.string()),
});

/** What is known of one tree. */
type RootStatus = z.infer<typeof ROOT_STATUS>;

const OUTPUT = toToolSchema(z.object({ roots: z.array(ROOT_STATUS) }));

/** Registers the tool that says which trees there are and how fresh what is known of them is. */
export function registerStatusTool(server: McpServer, { service, onFailure }: McpParts): void {
  server.registerTool("status", {
    description:
      "Names the served trees and says how large and how fresh their indexes are. Use it " +
      "when a tool asks for a root, or when answers look outdated.",
    inputSchema: INPUT,
    outputSchema: OUTPUT,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, ({ root }, call) => {
    const signal = callSignal(call);
    return answerTool(async () => {
      const asked = root === undefined ? service.roots : [findServedRoot(service.roots, root)];
      const roots = await Promise.all(asked.map((each) => describe(each, { service, signal })));
      return { text: roots.map(renderRoot).join("\n"), structured: { roots } };
    }, { signal, onFailure });
  });
}

/** Returns what is known of a tree; what is wrong with one must not hide the others. */
async function describe(
  { name, path }: ServedRoot,
  { service, signal }: CallOptions & { readonly service: Service },
): Promise<RootStatus> {
  try {
    const { documents, chunks, updatedAt } = await service.status({ root: name }, { signal });
    return { name, path, documents, chunks, ...(updatedAt === undefined ? {} : { updatedAt }) };
  } catch (error) {
    if (!isContextError(error)) throw error;
    return { name, path, problem: tellFailure(error) };
  }
}

function renderRoot({ name, path, documents, chunks, updatedAt, problem }: RootStatus): string {
  const state = problem ??
    (updatedAt === undefined
      ? "not indexed yet"
      : `${documents} documents, ${chunks} chunks, indexed ${updatedAt}`);
  return escapeControls(`${name} (${path}): ${state}`);
}
