import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** Number of warm-up calls. */
const WARM_CALLS = 50;

/**
 * Returns the times that the official client waits for the tool `search`, call after call, in
 * milliseconds.
 *
 * @throws {Error} When a call fails.
 */
export async function measureMcp(
  url: string,
  { questions, calls }: { readonly questions: readonly string[]; readonly calls: number },
): Promise<readonly number[]> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
  const times: number[] = [];
  for (let i = 0; i < WARM_CALLS + calls; i++) {
    const start = performance.now();
    const { isError } = await client.callTool({
      name: "search",
      arguments: { query: questions[i % questions.length]! },
    });
    if (isError) throw new Error("Cannot measure the tool as a call failed");
    if (i >= WARM_CALLS) times.push(performance.now() - start);
  }
  await client.close();
  return times;
}
