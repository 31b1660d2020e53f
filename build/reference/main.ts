/** Writes the generated pages of `docs/`: `deno task reference`. */
import { loadCommands } from "../../cli/commands.ts";
import { renderCommands } from "./render_commands.ts";
import { renderSettings } from "./render_settings.ts";

const docs = new URL("../../docs/", import.meta.url);
const commands = renderCommands(await loadCommands());
Deno.writeTextFileSync(new URL("commands.md", docs), commands);
Deno.writeTextFileSync(new URL("settings.md", docs), renderSettings());
