import type { ServerContext } from "@modelcontextprotocol/server";
import { callSignal, type McpParts } from "./call.ts";

/**
 * Builds the index of a tree that has none and tells the client how far it is, when the client has asked
 * to be told. An answer builds it too, but silently.
 */
export async function buildFirstIndex(
  { service }: Pick<McpParts, "service">,
  request: { readonly root?: string },
  context: ServerContext,
): Promise<void> {
  const { mcpReq } = context;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  const signal = callSignal(context);
  const { updatedAt } = await service.status(request, { signal });
  if (updatedAt !== undefined) return;
  let last = 0;
  let told = Promise.resolve();
  await service.index(request, {
    signal,
    onProgress({ files, totalFiles, chunks, embedding }) {
      const done = embedding === undefined ? 0 : embedding.embedded / Math.max(embedding.total, 1);
      // The protocol wants every number to be higher than the one before.
      const progress = Math.max(files + done, last);
      if (progress === last) return;
      last = progress;
      const message = `Indexed ${files} of ${totalFiles} files, ${chunks} chunks`;
      const params = { progressToken, progress, total: totalFiles + 1, message };
      told = mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
    },
  });
  await told;
}
