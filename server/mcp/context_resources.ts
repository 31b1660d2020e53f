import { isContextError } from "@dossier/core/errors";
import { escapeControls } from "@dossier/core/escape";
import { type McpServer, ResourceTemplate, type ServerContext } from "@modelcontextprotocol/server";
import type { ListedResource } from "@dossier/retrieval/operation";
import type { Service } from "../service/mod.ts";
import { MARKDOWN_TYPE } from "./read_tool.ts";
import { CONTEXT_TEMPLATES, contextUri } from "./resource_uri.ts";
import { createResourceReader } from "./resources.ts";
import { callSignal, type McpParts } from "./tool.ts";

/**
 * Registers the sources in the manifests of the served trees as resources. They must be registered
 * last, as their templates match the URIs of all others.
 */
export function registerContextResources(server: McpServer, parts: McpParts): void {
  const read = createResourceReader(parts);
  const list = async (call: ServerContext) => ({
    resources: await listContextResources(parts.service, callSignal(call)),
  });
  for (const [index, [name, template]] of Object.entries(CONTEXT_TEMPLATES).entries()) {
    server.registerResource(
      name,
      new ResourceTemplate(template, { list: index === 0 ? list : undefined }),
      { title: "Content of the manifest of a tree", mimeType: MARKDOWN_TYPE },
      (uri, _variables, call) => read(uri, call),
    );
  }
}

/**
 * Returns the resources that the manifests of all trees declare for hosts. A tree with an invalid
 * manifest has none.
 */
async function listContextResources(service: Service, signal: AbortSignal) {
  const { roots } = service;
  const lists = await Promise.all(roots.map(async ({ name: root }) => {
    const resources = await service.call("resources", { root }, { signal }).catch((error) => {
      // The status reports the error.
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
