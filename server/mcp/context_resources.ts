import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { ListedResource } from "@dossier/retrieval/operation";
import type { Service } from "../service/mod.ts";
import { MARKDOWN } from "./read_tool.ts";
import { CONTEXT_TEMPLATES, contextUri } from "./resource_uri.ts";
import { readWith } from "./resources.ts";
import { callSignal, type McpParts } from "./tool.ts";

/**
 * Registers what the manifests of the served trees declare as resources. They come after all others, whose URIs
 * these templates fit as well.
 */
export function registerContextResources(server: McpServer, parts: McpParts): void {
  const read = readWith(parts);
  const list = async (call: ServerContext) => ({
    resources: await listContextResources(parts.service, callSignal(call)),
  });
  for (const [index, [name, template]] of Object.entries(CONTEXT_TEMPLATES).entries()) {
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: index === 0 ? list : undefined }),
      { title: "Content of the manifest of a tree", mimeType: MARKDOWN },
      (uri, _variables, call) => read(uri, call),
    );
  }
}

/** Returns what the manifests of all trees let hosts read; nothing of a tree whose manifest is wrong. */
async function listContextResources(service: Service, signal: AbortSignal) {
  const { roots } = service;
  const lists = await Promise.all(roots.map(async ({ name: root }) => {
    const resources = await service.call("resources", { root }, { signal }).catch((error) => {
      // The status says what is wrong with it.
      if (isContextError(error)) return [];
      throw error;
    });
    return (resources as readonly ListedResource[]).map(({ uri, name, description, mimeType }) => ({
      uri: contextUri({ uri, ...(roots.length > 1 && { root }) }),
      name: escapeControls(name),
      title: escapeControls(name),
      description: escapeControls(description),
      mimeType,
    }));
  }));
  return lists.flat();
}
