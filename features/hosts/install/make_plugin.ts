import { VERSION } from "@dossier/retrieval/program";
import { CLAUDE_CODE } from "../core/hosts/mod.ts";
import { dirname, join } from "node:path";
import { ENTRY_NAME, type HostEntry } from "./config_format.ts";
import { agentEntry, guideEntry } from "./guide_text.ts";
import { findHostSetup } from "./host_setup.ts";

/** Claude Code's prefix of the tools of a plugin's server. */
const PLUGIN_TOOLS = `mcp__plugin_${ENTRY_NAME}_${ENTRY_NAME}__`;

/**
 * Writes the files that make a folder a plugin of Claude Code, and a marketplace with that plugin
 * alone: the entries of `install-host`, with the launcher in the folder.
 *
 * @param folder Absolute path of the folder of the package.
 * @param options.launcher Path of the program in it.
 */
export function writePlugin(
  folder: string,
  { launcher, description }: { readonly launcher: string; readonly description: string },
): void {
  const author = { name: ENTRY_NAME };
  const manifest = { name: ENTRY_NAME, version: VERSION, description, author, license: "MIT" };
  const plugin = { name: ENTRY_NAME, source: "./", description };
  const files: Readonly<Record<string, string>> = {
    ".claude-plugin/plugin.json": renderManifest(manifest),
    ".claude-plugin/marketplace.json": renderManifest({
      name: ENTRY_NAME,
      description,
      owner: author,
      plugins: [plugin],
    }),
    "hooks/hooks.json": renderPart("hooks", launcher),
    ".mcp.json": renderPart("mcp", launcher),
    "skills/dossier/SKILL.md": textOf(guideEntry(CLAUDE_CODE.install.guide, {}, "user")),
    "agents/dossier.md": textOf(agentEntry(CLAUDE_CODE.install.agent!, PLUGIN_TOOLS)),
  };
  for (const [path, text] of Object.entries(files)) {
    Deno.mkdirSync(dirname(join(folder, path)), { recursive: true });
    Deno.writeTextFileSync(join(folder, path), text);
  }
}

/**
 * Returns a part as `install-host` writes it for all projects of a user, with the launcher as the
 * program.
 */
function renderPart(part: "mcp" | "hooks", launcher: string): string {
  const { format, entry } = findHostSetup("claude-code").files.find((file) => file.part === part)!;
  const executable = `\${CLAUDE_PLUGIN_ROOT}/${launcher}`;
  const options = { executable, main: undefined, roots: [], cache: undefined };
  return format.render(entry(options, "user"));
}

function renderManifest(manifest: object): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function textOf({ text }: HostEntry): string {
  return String(text);
}
