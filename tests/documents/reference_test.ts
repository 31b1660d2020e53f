import assert from "node:assert/strict";
import { renderCommands } from "../../build/reference/render_commands.ts";
import { renderSettings } from "../../build/reference/render_settings.ts";
import { loadCommands } from "../../cli/commands.ts";
import { ROOT } from "./document.ts";

const PAGES: Readonly<Record<string, string>> = {
  "docs/commands.md": renderCommands(await loadCommands()),
  "docs/settings.md": renderSettings(),
};

/** Returns a text in one line, as the formatter may break its lines. */
const flatten = (text: string) => text.replaceAll(/\s+/g, " ");

for (const [path, text] of Object.entries(PAGES)) {
  Deno.test(`${path} is what "deno task reference" would write`, () => {
    assert.equal(
      flatten(Deno.readTextFileSync(ROOT + path)),
      flatten(text),
      "Run: deno task reference",
    );
  });
}
