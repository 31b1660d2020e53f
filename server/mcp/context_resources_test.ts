import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openLocalService } from "../service/local_service.ts";
import { createMcpServer } from "./create_mcp_server.ts";

const MANIFEST = 'version: 1\nidentity: {sources: [{uri: "knowledge:voice"}]}\n';

/** Returns a tree whose manifest declares one text. */
function openDeclared(text: string): TempWorkspace {
  return new TempWorkspace({
    ".dossier/manifest.yaml": MANIFEST,
    ".dossier/knowledge/voice.md": text,
  });
}

/** Requests structured content. */
const STRUCTURED = { "dossier/structured": true };

Deno.test("createMcpServer() distinguishes the manifests of several trees, and tolerates invalid and missing ones", async () => {
  using web = openDeclared("Of the web.");
  using api = openDeclared("Of the API.");
  using wrong = new TempWorkspace({ ".dossier/manifest.yaml": "version: 7\n" });
  using none = new TempWorkspace({ "a.ts": "export const a = 1;\n" });
  await using service = openLocalService(
    Object.entries({ "the web": web, api, wrong, none }).map(([name, { root }]) => ({
      name,
      path: root,
    })),
  );
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(service, { sessionOf: (root) => `s-${root}` }).connect(far);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(near);
  const { resources } = await client.listResources();
  const voices = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("knowledge:"));
  assert.deepEqual(voices, ["knowledge:voice?root=the%20web", "knowledge:voice?root=api"]);
  const textOf = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  };
  assert.deepEqual(await Promise.all(voices.map(textOf)), ["Of the web.", "Of the API."]);
  const refusals = [
    ["knowledge:voice", /invalid-request.*choose a root/],
    ["knowledge:voice?root=none", /manifest-not-found/],
    ["knowledge:voice?root=wrong", /invalid-manifest/],
    ["knowledge:voice?root=nowhere", /root-unknown/],
  ] as const;
  for (const [uri, message] of refusals) await assert.rejects(textOf(uri), { message }, uri);

  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args, _meta: STRUCTURED })).structuredContent as {
      readonly text: string;
      readonly roots: readonly {
        readonly manifest?: { readonly problem?: string };
        readonly session?: { readonly id: string; readonly injections: number };
      }[];
    };
  assert.equal((await call("read", { path: "knowledge:voice", root: "api" })).text, "Of the API.");
  const { roots } = await call("status", {});
  assert.deepEqual(roots.map(({ session }) => session?.id), [
    "s-the web",
    "s-api",
    undefined,
    undefined,
  ]);
  assert.deepEqual(roots.slice(0, 2).map(({ session }) => session?.injections), [1, 1]);
  assert.match(roots[2]?.manifest?.problem ?? "", /^invalid-manifest: /);
  assert.equal(roots[3]?.manifest, undefined);
  await client.close();
});
