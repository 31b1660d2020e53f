import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";

Deno.test("N-23 config warns of a wrong value with its location, and prints the default", async () => {
  for (const wrong of ["0", "-1", '"x"']) {
    using workspace = new HostedWorkspace({
      ".noface.toml": `[monowiki]\nvault = "./wiki"\nmax_file_size_kb = ${wrong}\n`,
    });
    const { code, stdout, stderr } = await workspace.run(["config"]);
    assert.equal(code, 0);
    assert.equal(
      stderr,
      'dossier: .noface.toml:3:20: "monowiki.max_file_size_kb" must be a whole number of at least 1; ' +
        "its default is used\n",
    );
    assert.match(stdout, /^task\.max_file_size_kb +default +100$/m);
    assert.match(stdout, /^task\.vault +\.noface\.toml:2 +"wiki"$/m);
  }
});

Deno.test("config prints the same bytes each time and leaves nothing behind", async () => {
  using workspace = new HostedWorkspace({
    "src/a.ts": "",
    ".dossier/config.yaml": "log: {keep: 3}\n",
  });
  workspace.initialize();
  for (const args of [["config"], ["config", "--json"]]) {
    const first = await workspace.run(args, { folder: "src" });
    const second = await workspace.run([...args, "--root", workspace.root]);
    assert.deepEqual(first, second);
    assert.deepEqual([first.code, first.stderr], [0, ""]);
  }
  const { stdout } = await workspace.run(["config", "--json"]);
  const report = JSON.parse(stdout);
  assert.equal(report.root, workspace.root);
  assert.deepEqual(report.settings["log.keep"], { value: 3, origin: ".dossier/config.yaml:1" });
  assert.deepEqual(report.settings["task.alpha"], { value: 0.5, origin: "default" });
  assert.deepEqual([...Deno.readDirSync(workspace.path(".dossier"))].map(({ name }) => name), [
    "config.yaml",
  ]);
});

Deno.test("N-23 search excludes the folders in noface's settings, unless the configuration has its own", async () => {
  using workspace = new HostedWorkspace({
    "gen/a.md": "# Retry uploads",
    "build/b.md": "# Retry uploads",
    ".noface.toml": '[exclude]\ndirs = ["gen"]\n',
  });
  const find = async () => {
    const { code, stdout, stderr } = await workspace.run(["search", "--json", "retry uploads"]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).results.map(({ path }: { path: string }) => path).sort();
  };
  // A list in the settings replaces the default one, which contains "build".
  assert.deepEqual(await find(), ["build/b.md"]);
  workspace.write(".dossier/config.yaml", "exclude: { dirs: [build] }\n");
  assert.deepEqual(await find(), ["gen/a.md"]);
  workspace.remove(".noface.toml");
  assert.deepEqual(await find(), ["gen/a.md"]);
  workspace.remove(".dossier/config.yaml");
  assert.deepEqual(await find(), ["gen/a.md"]);
  workspace.write(".noface.toml", "[exclude\n");
  const { code, stderr } = await workspace.run(["search", "--json", "retry uploads"]);
  assert.deepEqual([code, stderr], [0, ""]);
});

Deno.test("config fails for a broken configuration, but not for a broken one of noface", async () => {
  using workspace = new HostedWorkspace({ ".noface.toml": "[context]\nalpha = \n" });
  const degraded = await workspace.run(["config"]);
  assert.equal(degraded.code, 0);
  assert.match(degraded.stderr, /^dossier: \.noface\.toml:2:\d+: The file is ignored as it is/);
  workspace.write(".dossier/config.yaml", "task: [\n");
  const broken = await workspace.run(["config"]);
  assert.deepEqual([broken.code, broken.stdout], [2, ""]);
  assert.match(
    broken.stderr,
    /^dossier: Cannot use "\.dossier\/config\.yaml" as line \d+, column \d+/,
  );
});

Deno.test("config uses at most 80 columns and prints complete values", async () => {
  using workspace = new HostedWorkspace({
    ".dossier/config.yaml": `exclude:\n  dirs: [${"folder-of-some-length, ".repeat(30)}x]\n`,
  });
  const { stdout } = await workspace.run(["config"]);
  for (const line of stdout.split("\n").slice(1)) assert.ok(line.length <= 80, line);
  const { settings } = JSON.parse((await workspace.run(["config", "--json"])).stdout);
  const [, written = ""] = /^exclude\.dirs\s+\S+\s+([^]*?)\nexclude\./m.exec(stdout) ?? [];
  assert.deepEqual(JSON.parse(written.replaceAll(/\n +/g, " ")), settings["exclude.dirs"].value);
});
