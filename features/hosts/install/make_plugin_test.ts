import { SEARCH_TOOLS } from "./guide_text.ts";
import { findHostSetup } from "./host_setup.ts";
import { VERSION } from "@dossier/retrieval/program";
import assert from "node:assert/strict";
import { parse } from "yaml";
import { TempWorkspace } from "../../../tests/temp_workspace.ts";
import { writePlugin } from "./make_plugin.ts";

/** Returns the front matter of a Markdown file, and its text. */
function readMarkdown(text: string): { readonly head: Record<string, string>; body: string } {
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n\n([^]+)$/.exec(text) ?? [];
  return { head: parse(head), body };
}

Deno.test("writePlugin() creates a plugin of Claude Code with the entries of install-host", () => {
  using workspace = new TempWorkspace();
  writePlugin(workspace.root, { launcher: "bin/dossier", description: "What to read." });
  const json = (path: string) => JSON.parse(workspace.read(path));

  // Names are in kebab case. Files that the manifest does not name are at their default paths.
  const plugin = json(".claude-plugin/plugin.json");
  assert.deepEqual(plugin, {
    name: "dossier",
    version: VERSION,
    description: "What to read.",
    license: "MIT",
    author: { name: "dossier" },
  });
  const marketplace = json(".claude-plugin/marketplace.json");
  assert.equal(marketplace.owner.name, "dossier");
  assert.deepEqual(
    marketplace.plugins.map(({ name, source }: { name: string; source: string }) => [name, source]),
    [
      ["dossier", "./"],
    ],
  );

  const executable = "${CLAUDE_PLUGIN_ROOT}/bin/dossier";
  const { files } = findHostSetup("claude-code");
  const [mcp, hooks] = files;
  const entered = hooks!.entry(
    { executable: "dossier", main: undefined, roots: [], cache: undefined, project: "/web" },
    "project",
  );
  const ours = JSON.parse(JSON.stringify(entered).replaceAll('"dossier"', `"${executable}"`));
  const found = json("hooks/hooks.json").hooks;
  assert.deepEqual(found, Object.fromEntries(Object.entries(ours).map(([at, one]) => [at, [one]])));
  assert.deepEqual(json(".mcp.json"), {
    mcpServers: { dossier: { type: "stdio", command: executable, args: ["mcp"] } },
  });
  assert.equal(mcp!.ownership(json(".mcp.json").mcpServers.dossier), "own");

  const skill = readMarkdown(workspace.read("skills/dossier/SKILL.md"));
  assert.equal(skill.head["name"], "dossier");
  assert.match(skill.body, /^# dossier\n/);
  const agent = readMarkdown(workspace.read("agents/dossier.md"));
  assert.equal(agent.head["name"], "dossier");
  // A plugin's agent may say nothing of hooks, servers and permissions.
  assert.deepEqual(Object.keys(agent.head), ["name", "description", "tools"]);
  const tools = SEARCH_TOOLS.map((tool) => `mcp__plugin_dossier_dossier__${tool}`);
  assert.deepEqual(agent.head["tools"]!.split(", "), [...tools, "Read", "Grep", "Glob"]);
});
