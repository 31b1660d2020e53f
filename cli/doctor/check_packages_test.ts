import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { PACKAGES_CHECK } from "./check_packages.ts";
import type { Finding } from "@dossier/retrieval/health";

const SOURCES = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = `const { PACKAGES_CHECK } = await import("./cli/doctor/check_packages.ts");
console.log(JSON.stringify(await PACKAGES_CHECK.run({}, AbortSignal.abort())));`;

/**
 * Returns the findings of the check in a runtime without packages, and its requests to the
 * registry.
 */
async function examineWithout(folder: string): Promise<[readonly Finding[], readonly string[]]> {
  const asked: string[] = [];
  await using registry = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => {
      asked.push(url);
      return new Response(null, { status: 404 });
    },
  );
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", `--lock=${SOURCES}deno.lock`, "--frozen", SCRIPT],
    cwd: SOURCES,
    env: { DENO_DIR: folder, NPM_CONFIG_REGISTRY: `http://127.0.0.1:${registry.addr.port}/` },
  }).output();
  return [JSON.parse(new TextDecoder().decode(stdout)), asked];
}

Deno.test("PACKAGES_CHECK finds the packages on this machine", async () => {
  const findings = await PACKAGES_CHECK.run(
    { root: "/", state: "/" },
    AbortSignal.abort(),
  );
  assert.deepEqual(findings.map(({ level }) => level), ["ok"]);
});

Deno.test("PACKAGES_CHECK names the packages that are not on this machine, and fetches none of them", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    const [findings, asked] = await examineWithout(folder);
    assert.deepEqual(asked, []);
    assert.deepEqual(findings.map(({ level }) => level), [
      "warning",
      "warning",
      "warning",
      "warning",
    ]);
    assert.match(findings[1]!.message, /^"gpt-tokenizer\/.*", which counts tokens/);
    assert.match(
      findings[3]!.message,
      /^The grammar "[\w/.-]+\.wasm" and \d+ more, for questions about calls/,
    );
    assert.ok(findings.every(({ fix }) => fix === "deno task install"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
