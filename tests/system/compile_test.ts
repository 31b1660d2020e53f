import assert from "node:assert/strict";
import { join } from "node:path";
import { compileBundle } from "../../cli/compile/compile_bundle.ts";
import { BUNDLE_ENTRY, makeBundle } from "../../cli/compile/make_bundle.ts";
import { permissionFlags } from "../../cli/task_permissions.ts";
import { assertSuccess } from "./assert_sentences.ts";
import { type RunResult, TempWorkspace } from "../temp_workspace.ts";

/** Where the bundle is, and an empty folder for the runtime's cache and the calls. */
interface Place {
  readonly bundle: string;
  readonly empty: string;
}

function makeRepository(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/upload.lua": "-- Sends a file again.\nfunction Uploads.retry(file)\n  return file\nend\n",
    // Line by line, this macro looks like the function's name.
    "src/api.c": "DEFINE_API(int)\nretry_again(struct upload *u)\n{\n  return u->times;\n}\n",
    "docs/uploads.md": `# Uploads\n\nRetry failed uploads. The token is ${
      "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36)
    }.\n`,
    ".dossier/config.yaml": "symbols: tree\n",
  });
  workspace.initialize();
  workspace.commit("Retry failed uploads");
  return workspace;
}

/** Runs the bundle with nothing but itself: no cache, no network, the least permissions. */
function runBundle(
  { bundle, empty }: Place,
  { workspace, args }: { readonly workspace: TempWorkspace; readonly args: readonly string[] },
): RunResult {
  const narrowed = permissionFlags("context").map((flag) =>
    flag === "--allow-read"
      ? `--allow-read=${bundle},${workspace.root}`
      : flag === "--allow-write"
      ? `--allow-write=${workspace.root}`
      : flag
  );
  const offline = ["--cached-only", "--no-remote", "--no-npm", "--no-prompt"];
  const { code, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", ...offline, ...narrowed, join(bundle, BUNDLE_ENTRY), ...args],
    cwd: empty,
    clearEnv: true,
    env: {
      DENO_DIR: join(empty, "cache"),
      HOME: empty,
      NO_COLOR: "1",
      PATH: Deno.env.get("PATH") ?? "",
    },
  }).outputSync();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test("makeBundle() writes a program that answers from an empty folder, without cache and network", async (test) => {
  using folder = new TempWorkspace();
  using workspace = makeRepository();
  const place = { bundle: folder.path("bundle"), empty: folder.path("empty") };
  Deno.mkdirSync(place.empty);
  await makeBundle(place.bundle);
  const run = (...args: string[]) => {
    return assertSuccess(
      runBundle(place, { workspace, args: [...args, "--root", workspace.root] }),
    );
  };

  await test.step("context, with secrets masked and tokens counted exactly", () => {
    const text = run("context", "--estimator", "o200k", "retry failed uploads");
    assert.match(text, /^## docs\/uploads\.md/m);
    assert.match(text, /^## src\/upload\.lua/m);
    assert.doesNotMatch(text, /ghp_a1B2/);
    assert.match(text, /The token is «masked: github-token»/);
  });

  await test.step("search, with definitions that syntax trees tell and outlines do not", () => {
    const { results } = JSON.parse(run("search", "--json", "retry_again"));
    assert.deepEqual([results[0].path, results[0].symbol], ["src/api.c", "retry_again"]);
  });

  await test.step("status and the log of what was given", () => {
    assert.match(run("status"), /^documents +3$/m);
    assert.match(run("log"), /retry failed uploads/);
  });

  await test.step("refuses to write over anything", async () => {
    await assert.rejects(makeBundle(place.bundle), { message: /not empty: name a new folder$/ });
  });

  await test.step("compileBundle() makes an executable of it, or says what is missing", async () => {
    const before = Deno.env.get("DENORT_BIN");
    const file = folder.path("dossier");
    try {
      // Not the base of executables, but it is put together like one.
      Deno.env.set("DENORT_BIN", Deno.execPath());
      await compileBundle(place.bundle, { file, commands: ["context", "log"] });
      assert.ok(Deno.statSync(file).size > Deno.statSync(Deno.execPath()).size);
      Deno.removeSync(file);
      Deno.env.set("DENORT_BIN", folder.path("none"));
      await assert.rejects(compileBundle(place.bundle, { file, commands: ["context"] }), {
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
