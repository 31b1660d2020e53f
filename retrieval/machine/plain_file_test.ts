import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openPlainFile, readPlainFile, readPlainText, readPlainTextAsync } from "./plain_file.ts";

function makePipe(path: string): void {
  assert.ok(new Deno.Command("mkfifo", { args: [path] }).outputSync().success);
}

function makeSocket(path: string): void {
  const code = `Deno.listen({ transport: "unix", path: ${JSON.stringify(path)} }); Deno.exit()`;
  assert.ok(new Deno.Command(Deno.execPath(), { args: ["eval", code] }).outputSync().success);
}

/** Returns the reason why a file of the workspace is not read. */
function refusal(workspace: TempWorkspace, path: string): string {
  const read = readPlainFile(workspace.path(path), { below: workspace.root });
  assert.equal(read.kind, "refused", path);
  assert.match(read.message, /^(it|there|another|a) .*: [a-z]/);
  return read.reason;
}

Deno.test("readPlainText() returns the text of a regular file, empty or not", () => {
  using workspace = new TempWorkspace({ "a/b.md": "Zebra ✓\n", "empty": "" });
  const read = (path: string) => readPlainText(workspace.path(path), { below: workspace.root });
  assert.deepEqual(read("a/b.md"), { kind: "text", text: "Zebra ✓\n" });
  assert.deepEqual(read("empty"), { kind: "text", text: "" });
  // A root that is a link is the user's choice.
  using other = new TempWorkspace();
  Deno.symlinkSync(workspace.root, other.path("root"));
  const linked = readPlainText(other.path("root/a/b.md"), { below: other.path("root") });
  assert.deepEqual(linked, { kind: "text", text: "Zebra ✓\n" });
});

Deno.test("readPlainFile() refuses files that are not regular, without waiting", () => {
  using workspace = new TempWorkspace({ "file": "x" });
  makePipe(workspace.path("pipe"));
  Deno.mkdirSync(workspace.path("folder"));
  Deno.symlinkSync("/etc/passwd", workspace.path("link"));
  Deno.symlinkSync("nowhere", workspace.path("dangling"));
  Deno.symlinkSync("pipe", workspace.path("link_to_pipe"));
  makeSocket(workspace.path("socket"));
  const reasons = ["pipe", "folder", "link", "dangling", "link_to_pipe", "socket", "none", "file/x"]
    .map((path) => refusal(workspace, path));
  assert.deepEqual(reasons, [
    ...["special", "folder", "link", "link", "link", "special", "missing", "missing"],
  ]);
  const device = readPlainFile("/dev/zero");
  assert.equal(device.kind === "refused" && device.reason, "special");
});

Deno.test("readPlainFile() follows a link that the user named, without waiting for a pipe at its target", () => {
  using workspace = new TempWorkspace({ "file": "x" });
  makePipe(workspace.path("pipe"));
  Deno.symlinkSync("file", workspace.path("link"));
  Deno.symlinkSync("pipe", workspace.path("link_to_pipe"));
  assert.deepEqual(readPlainText(workspace.path("link")), { kind: "text", text: "x" });
  const read = readPlainFile(workspace.path("link_to_pipe"));
  assert.equal(read.kind === "refused" && read.reason, "special");
});

Deno.test("readPlainFile() refuses a file below a folder that is a link, and one outside", () => {
  using workspace = new TempWorkspace({ "real/a.md": "x" });
  Deno.symlinkSync("real", workspace.path("linked"));
  assert.equal(refusal(workspace, "linked/a.md"), "outside");
  for (const path of [workspace.path("real/a.md"), `${workspace.path("rea")}/../real/a.md`]) {
    Deno.mkdirSync(workspace.path("rea"), { recursive: true });
    const read = readPlainFile(path, { below: workspace.path("rea") });
    assert.equal(read.kind === "refused" && read.reason, "outside", path);
  }
});

Deno.test("readPlainFile() refuses a file that is too large, and names the limit", () => {
  using workspace = new TempWorkspace({ "a": "12345" });
  const options = { below: workspace.root, maxBytes: 4 };
  const read = readPlainFile(workspace.path("a"), options);
  assert.deepEqual(read, {
    kind: "refused",
    reason: "large",
    message: "it is larger than 4 bytes (it has 5): make it smaller",
    rule: "it is larger than 4 bytes (it has 5)",
    cause: undefined,
  });
  assert.equal(readPlainFile(workspace.path("a"), { ...options, maxBytes: 5 }).kind, "bytes");
});

const READERS = { openPlainFile: readPlainText, readPlainTextAsync };

for (const [name, readText] of Object.entries(READERS)) {
  Deno.test(`${name}() gives nothing but what it looked at while files are exchanged`, {
    // A pipe that is given up stays open until something is written to it.
    sanitizeOps: false,
    sanitizeResources: false,
  }, async () => {
    using workspace = new TempWorkspace({ "secret": "secret", "good": "good" });
    const place = workspace.path("place");
    // Another process repeatedly puts a file, a link to another and a pipe at the same path.
    const script = `cd "${workspace.root}"; while :; do
    cp good new; mv new place; ln -s secret new; mv new place; mkfifo new; mv new place; done`;
    const exchange = new Deno.Command("bash", { args: ["--norc", "-c", script] }).spawn();
    try {
      let opened = 0;
      for (const start = performance.now(); performance.now() - start < 1500;) {
        const read = await readText(place, { below: workspace.root });
        if (read.kind === "refused") continue;
        opened++;
        assert.ok(read.text === "good" || read.text === "", read.text);
      }
      assert.ok(opened > 0);
    } finally {
      exchange.kill("SIGKILL");
      await exchange.status;
    }
  });
}

Deno.test("readPlainTextAsync() reads a file even if its thread is busy for longer than the wait for a pipe", async () => {
  using workspace = new TempWorkspace({ ".dossierignore": "secret.txt" });
  const path = workspace.path(".dossierignore");
  const reading = Array.from({ length: 40 }, () => readPlainTextAsync(path));
  for (const start = performance.now(); performance.now() - start < 2100;);
  const read = await Promise.all(reading);
  assert.deepEqual(new Set(read.map(({ kind }) => kind)), new Set(["text"]));
});

Deno.test("openPlainFile() reports missing permissions", {
  // Root may read everything.
  ignore: Deno.uid() === 0,
}, () => {
  using workspace = new TempWorkspace({ "a": "x" });
  Deno.chmodSync(workspace.path("a"), 0);
  const read = openPlainFile(workspace.path("a"));
  assert.equal(read.kind === "refused" && read.reason, "unreadable");
});
