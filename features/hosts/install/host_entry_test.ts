import assert from "node:assert/strict";
import { findInNpmCache, isOwnEntry, serverEntry } from "./host_entry.ts";

Deno.test("isOwnEntry() detects the entries of sources, of a bundle and of an executable", () => {
  const place = { roots: [{ name: "web", path: "/src/web" }], cache: undefined };
  const starts = [
    { executable: "/bin/deno", main: "/opt/dossier/cli/main.ts" },
    { executable: "/bin/deno", main: "/opt/build/dossier.js" },
    { executable: "/opt/bin/dossier", main: undefined },
    { executable: "/bin/deno", main: "/opt/two\nlines $HOME 'é' 📦/cli/main.ts" },
  ];
  for (const start of starts) {
    const options = { ...place, ...start };
    assert.ok(isOwnEntry(serverEntry({ members: { type: "stdio" } }, options)));
    const list = serverEntry({ members: {}, isList: true }, options);
    assert.ok(Array.isArray(list["command"]) && isOwnEntry(list));
  }
  assert.ok(!isOwnEntry({ command: "/bin/deno", args: ["run", "/opt/other.js", "mcp"] }));
});

Deno.test("isOwnEntry() is false for another program whose name begins like ours", () => {
  const others = [
    { command: "dossier-of-someone", args: ["mcp", "--their"] },
    { command: "/opt/dossier/other", args: ["mcp"] },
    { command: "/bin/deno", args: ["run", "/opt/other.js", "mcp", "/opt/dossier/cli/main.ts"] },
    { command: "/opt/bin/dossier", args: ["serve", "mcp"] },
    { command: "/opt/bin/dossier" },
  ];
  for (const entry of others) assert.ok(!isOwnEntry(entry), JSON.stringify(entry));
  assert.ok(isOwnEntry({ command: "C:\\tools\\dossier.exe", args: ["mcp"] }));
});

Deno.test("findInNpmCache() detects a program that npx runs", () => {
  const fleeting = "/home/me/.npm/_npx/1f2e/node_modules/@deno/linux-x64-glibc/deno";
  assert.equal(findInNpmCache("/bin/deno", undefined), undefined);
  assert.equal(findInNpmCache("/bin/deno", "/opt/_npx.ts"), undefined);
  assert.equal(findInNpmCache(fleeting, "/opt/dossier/cli/main.ts"), fleeting);
});
