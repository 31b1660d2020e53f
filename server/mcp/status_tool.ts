import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import * as z from "zod";
import { findServedRoot, type ServedRoot } from "../service/mod.ts";
import { defineTool, ROOT_FIELD, tellFailure, type ToolCall } from "./tool.ts";

const ROOT_STATUS = z.object({
  name: z.string(),
  path: z.string(),
  documents: z.exactOptional(z.int()),
  chunks: z.exactOptional(z.int()),
  updatedAt: z.exactOptional(z.string()),
  problem: z.exactOptional(z.string()),
});

type RootStatus = z.infer<typeof ROOT_STATUS>;

/** Registers the tool that names the trees and says how fresh their indexes are. */
export const registerStatusTool = defineTool({
  name: "status",
  description:
    "Names the served trees and says how large and how fresh their indexes are. Use it " +
    "when a tool asks for a root, or when answers look outdated.",
  input: z.strictObject({ root: z.exactOptional(ROOT_FIELD) }),
  output: z.object({ roots: z.array(ROOT_STATUS) }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async answer({ root }, call) {
    const { roots: all } = call.service;
    const asked = root === undefined ? all : [findServedRoot(all, root)];
    const roots = await Promise.all(asked.map((each) => describe(each, call)));
    return { text: roots.map(renderRoot).join("\n"), structured: { roots } };
  },
});

/** Returns the state of a tree; the problem of one must not hide the others. */
async function describe(
  { name, path }: ServedRoot,
  { service, signal }: ToolCall,
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
