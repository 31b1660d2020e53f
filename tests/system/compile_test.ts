import type { Structure } from "@dossier/core";
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileBundle } from "../../cli/package/compile_bundle.ts";
import { listPackages, makeBundle } from "../../cli/package/make_bundle.ts";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { BUNDLE_ENTRY } from "@dossier/retrieval/program";
import { loadCommands } from "../../cli/commands.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";

const ORIGIN_REGEXP = /http:\/\/127\.0\.0\.1:\d+/;

/** Folder of the bundle, and an empty folder for the runtime's cache and the calls. */
interface Place {
  readonly bundle: string;
  readonly empty: string;
}

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/upload.lua": "-- Sends a file again.\nfunction Uploads.retry(file)\n  return file\nend\n",
    "src/send.ts": "export function send(file: File) {}\n",
    "src/queue.ts":
      'import { send as post } from "./send.ts";\n\nexport const drain = () => post(file);\n',
    "docs/uploads.md": `# Uploads\n\nRetry failed uploads. The token is ${
      "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36)
    }.\n`,
  });
  workspace.initialize();
  workspace.commit("Retry failed uploads");
  return workspace;
}

/** Command of the bundle to run, and its repository. */
interface BundleCall {
  readonly workspace: TempWorkspace;
  readonly args: readonly [command: string, ...others: readonly string[]];
}

const PERMISSIONS = new Map(
  (await loadCommands()).map(({ name, permissions }) => [name, permissions]),
);

/**
 * Returns the command that runs the bundle without a cache and network, with minimal permissions.
 */
function bundleCommand({ bundle, empty }: Place, { workspace, args }: BundleCall): Deno.Command {
  const narrower: Readonly<Record<string, string>> = {
    "--allow-read": `--allow-read=${bundle},${workspace.root}`,
    "--allow-write": `--allow-write=${workspace.root}`,
    "--allow-net": "--allow-net=127.0.0.1",
  };
  const granted = permissionFlags(PERMISSIONS.get(args[0]!)!).map((flag) => narrower[flag] ?? flag);
  const offline = ["--cached-only", "--no-remote", "--no-npm", "--no-prompt"];
  return new Deno.Command(Deno.execPath(), {
    args: ["run", ...offline, ...granted, join(bundle, BUNDLE_ENTRY), ...args],
    cwd: empty,
    clearEnv: true,
    env: {
      DENO_DIR: join(empty, "cache"),
      HOME: empty,
      NO_COLOR: "1",
      PATH: Deno.env.get("PATH") ?? "",
    },
    stdout: "piped",
    stderr: "piped",
  });
}

async function runBundle(place: Place, call: BundleCall): Promise<RunResult> {
  const { code, stdout, stderr } = await bundleCommand(place, call).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Returns the URL that a server prints. */
async function readOrigin(server: Deno.ChildProcess): Promise<string> {
  let said = "";
  for await (const part of server.stderr.pipeThrough(new TextDecoderStream())) {
    said += part;
    const origin = ORIGIN_REGEXP.exec(said)?.[0];
    if (origin !== undefined) return origin;
  }
  throw new Error(`The server has not started: ${said}`);
}

Deno.test("makeBundle() writes a program that answers from an empty folder, without cache and network", async (test) => {
  using folder = new TempWorkspace();
  using workspace = makeRepository();
  const place = { bundle: folder.path("bundle"), empty: folder.path("empty") };
  Deno.mkdirSync(place.empty);
  await makeBundle(place.bundle);
  const run = async (...args: [string, ...string[]]) => {
    return assertSuccess(
      await runBundle(place, { workspace, args: [...args, "--root", workspace.root] }),
    );
  };

  await test.step("its script is minified, and lets go of the locks that it takes", () => {
    const modules = [...Deno.readDirSync(place.bundle)].filter(({ name }) => name.endsWith(".js"))
      .map(({ name }) => Deno.readTextFileSync(join(place.bundle, name)));
    const kept = modules.join("\n").match(/\busing [\w$]+=/g) ?? [];
    assert.doesNotMatch(modules.join("\n"), /\bacquireIndexLock\(/);
    assert.ok(kept.length > 30, `${kept.length} values are let go of`);
  });

  await test.step("context, with secrets masked and tokens counted exactly", async () => {
    const text = await run("context", "--estimator", "o200k", "retry failed uploads");
    assert.match(text, /^## docs\/uploads\.md/m);
    assert.match(text, /^## src\/upload\.lua/m);
    assert.doesNotMatch(text, /ghp_a1B2/);
    assert.match(text, /The token is «masked: github-token»/);
  });

  await test.step("callers, by a name that only syntax trees resolve", async () => {
    const { definitions }: Structure = JSON.parse(await run("callers", "--json", "send"));
    assert.deepEqual(definitions.map(({ symbol, certainty }) => [symbol, certainty]), [
      ["drain", "certain"],
    ]);
  });

  await test.step("status and the log of what was given", async () => {
    assert.match(await run("status"), /^documents +4$/m);
    assert.match(await run("log"), /retry failed uploads/);
  });

  await test.step("doctor, which finds all packages", async () => {
    assert.match(await run("doctor"), /^ok {2}packages /m);
  });

  await test.step("serve, which answers over HTTP and shows the page", async () => {
    const args = ["serve", "--port", "0", "--root", workspace.root] as const;
    const server = bundleCommand(place, { workspace, args }).spawn();
    const closed = server.stdout.cancel();
    try {
      const origin = await readOrigin(server);
      const page = await fetch(`${origin}/`, { headers: { accept: "text/html" } });
      assert.equal(page.status, 200);
      assert.match(await page.text(), /<form /);
      const response = await fetch(`${origin}/v1/context`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/markdown" },
        body: JSON.stringify({ query: "retry failed uploads" }),
      });
      assert.equal(response.status, 200);
      assert.match(await response.text(), /^## src\/upload\.lua/m);
    } finally {
      server.kill("SIGTERM");
      await Promise.all([server.status, closed]);
    }
  });

  await test.step("the library, which a program without configuration imports by its path", async () => {
    const program = join(place.empty, "program.js");
    Deno.writeTextFileSync(
      program,
      `import { openEngine } from "${place.bundle}/library.js";
using engine = await openEngine({ root: "${workspace.root}" });
const { results } = await engine.search("drain", { limit: 1 });
console.log(results[0].path);\n`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-prompt", "--no-remote", "--no-npm", "program.js"],
      cwd: place.empty,
      env: { DENO_DIR: join(place.empty, "cache") },
    }).output();
    assert.equal(new TextDecoder().decode(stdout), "src/queue.ts\n");
  });

  await test.step("callers without the grammar, by name and with a note", async () => {
    Deno.removeSync(join(place.bundle, "packages/@vscode"), { recursive: true });
    const { definitions, notes }: Structure = JSON.parse(await run("callers", "--json", "send"));
    assert.deepEqual(definitions, []);
    const missing = notes.find(({ code }) => code === "package-missing");
    assert.match(
      missing?.message ?? "",
      /^The grammar of typescript could not be loaded: .* doctor/,
    );
    assert.match(
      await run("doctor"),
      /^! {3}packages +The grammar ".*" .* is not on this machine/m,
    );
  });

  await test.step("refuses to write over anything", async () => {
    await assert.rejects(makeBundle(place.bundle), { message: /not empty: name a new folder$/ });
  });

  await test.step("compileBundle() makes an executable of it, or says what is missing", async () => {
    const before = Deno.env.get("DENORT_BIN");
    const file = folder.path("dossier");
    try {
      // It is not the base of executables, but has the same structure.
      Deno.env.set("DENORT_BIN", Deno.execPath());
      await compileBundle(place.bundle, { file, permissions: ["ask", "look"] });
      assert.ok(Deno.statSync(file).size > Deno.statSync(Deno.execPath()).size);
      Deno.removeSync(file);
      Deno.env.set("DENORT_BIN", folder.path("none"));
      await assert.rejects(compileBundle(place.bundle, { file, permissions: ["ask"] }), {
        code: "package-missing",
        message: /dl\.deno\.land.*DENORT_BIN$/,
      });
    } finally {
      if (before === undefined) Deno.env.delete("DENORT_BIN");
      else Deno.env.set("DENORT_BIN", before);
    }
    assert.deepEqual([...Deno.readDirSync(folder.root)].map(({ name }) => name).sort(), [
      "bundle",
      "empty",
    ]);
  });
});

Deno.test("listPackages() lists the packages to fetch before a bundle is built, without the encoder and test packages", async () => {
  const packages = (await listPackages(Deno.cwd(), join(Deno.cwd(), "cli/main.ts"))).join(" ");
  assert.match(packages, /npm:zod@\d.* npm:yaml@\d|npm:yaml@\d.* npm:zod@\d/);
  assert.match(packages, /npm:\/hono@[\d.]+\/jsx\/jsx-runtime/);
  assert.doesNotMatch(packages, /huggingface|fast-check|typescript/);
});

Deno.test("compile says that a file is in the place of its folder, and that it may not run the runtime", async () => {
  using workspace = new TempWorkspace({ "file": "mine" });
  const compile = async (folder: string, path: string): Promise<RunResult> => {
    const main = fileURLToPath(new URL("../../cli/main.ts", import.meta.url));
    const lock = fileURLToPath(new URL("../../deno.lock", import.meta.url));
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...[
          "run",
          "--quiet",
          `--lock=${lock}`,
          "--frozen",
          "--no-prompt",
          ...permissionFlags("compile"),
        ],
        ...[main, "compile", "--bundle", folder],
      ],
      cwd: workspace.root,
      env: { ...workspace.environment(), PATH: path },
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  };
  for (const folder of ["file", "file/inside"]) {
    assertFailure(await compile(folder, Deno.env.get("PATH") ?? ""), {
      code: 2,
      message: /^dossier: Cannot write to "\/.*" as it is a file: name a new folder$/m,
    });
  }
  assert.equal(workspace.read("file"), "mine");
  assertFailure(await compile("bundle", workspace.path("none")), {
    code: 2,
    message: /^dossier: Cannot run "\/.*" as only the deno on PATH is allowed: put its folder/,
  });
});
