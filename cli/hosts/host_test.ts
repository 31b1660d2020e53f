import assert from "node:assert/strict";
import { findHost, HOSTS } from "./host.ts";

const PLACE = { project: "/src/web", home: "/home/me" };

Deno.test("HOSTS have their configurations where the hosts look for them", () => {
  const paths = HOSTS.flatMap((host) => host.scopes.map((scope) => host.path(scope, PLACE)));
  assert.deepEqual(paths, [
    "/src/web/.mcp.json",
    "/home/me/.claude.json",
    "/home/me/.codex/config.toml",
    "/src/web/.cursor/mcp.json",
    "/home/me/.cursor/mcp.json",
  ]);
  const codexHome = "/etc/codex";
  assert.equal(findHost("codex").path("user", { ...PLACE, codexHome }), "/etc/codex/config.toml");
});
