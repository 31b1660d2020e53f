import assert from "node:assert/strict";
import { findHost } from "./host.ts";
import { hostEntry, isOwnEntry } from "./host_entry.ts";

Deno.test("isOwnEntry() knows the entries of sources, of a bundle and of one executable", () => {
  const place = { roots: [{ name: "web", path: "/src/web" }], cache: undefined };
  const starts = [
    { executable: "/bin/deno", main: "/opt/dossier/cli/main.ts" },
    { executable: "/bin/deno", main: "/opt/build/dossier.js" },
    { executable: "/opt/bin/dossier", main: undefined },
  ];
  for (const start of starts) {
    assert.ok(isOwnEntry(hostEntry(findHost("claude-code"), { ...place, ...start })));
  }
  assert.ok(!isOwnEntry({ command: "/bin/deno", args: ["run", "/opt/other.js", "mcp"] }));
});
