import assert from "node:assert/strict";
import { join } from "node:path";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { platform } from "./mod.ts";

/** Tests are run in the root, also those of a bundle. */
const ROOT = Deno.cwd();

/** Members that are used here, with the types of `Deno`. */
const stand = platform as unknown as typeof Deno;

/** Both implementations, which must behave the same. */
const BOTH: readonly (typeof Deno)[] = [Deno, stand];

function listSources(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return listSources(path);
    return /\.tsx?$/.test(name) && !/_test\.tsx?$|^build_/.test(name) ? [path] : [];
  });
}

Deno.test("platform has every member of Deno that the program uses", () => {
  const texts = ["core", "retrieval", "features", "server", "cli", "library"].flatMap(listSources)
    .map((path) => Deno.readTextFileSync(join(ROOT, path)));
  const code = texts.join("\n").replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  // A capital letter also begins types, which have no members.
  const used = code.matchAll(/\bDeno\.((?:[a-z]\w*|[A-Z]\w*(?=\.))(?:\.[a-zA-Z]\w*)?)/g)
    .map(([, name]) => name!);
  const types = /^(?:errors\.\w+)$/;
  for (const name of new Set(used)) {
    const [first = "", second = ""] = name.split(".");
    const member = (platform as Record<string, unknown>)[first];
    // Used only by the program from its sources: it compiles.
    if (name === "build.arch") continue;
    assert.ok(first in platform, `Deno.${name}`);
    if (types.test(name) || typeof member === "object") {
      assert.ok(second === "" || second in Object(member) || first === "version", `Deno.${name}`);
    }
  }
});

Deno.test("platform returns the same information about files as the runtime", () => {
  using workspace = new TempWorkspace({ "a.txt": "some text", "folder/b": "" });
  Deno.symlinkSync("a.txt", workspace.path("link"));
  new Deno.Command("mkfifo", { args: [workspace.path("pipe")] }).outputSync();
  for (const name of ["a.txt", "folder", "link", "pipe"]) {
    const told = BOTH.map(({ lstatSync }) => {
      const { birthtime: _b, atime: _a, mtime, ctime, ...info } = lstatSync(workspace.path(name));
      return { ...info, mtime: mtime?.getTime(), ctime: ctime?.getTime() };
    });
    assert.deepEqual(told[1], told[0]);
  }
  const listed = BOTH.map(({ readDirSync }) =>
    [...readDirSync(workspace.root)].map((entry) => ({ ...entry })).sort((a, b) =>
      a.name < b.name ? -1 : 1
    )
  );
  assert.deepEqual(listed[1], listed[0]);
  assert.equal(stand.realPathSync(workspace.path("link")), workspace.path("a.txt"));
  assert.equal(stand.readTextFileSync(workspace.path("a.txt")), "some text");
});

Deno.test("platform throws the errors of the runtime", () => {
  using workspace = new TempWorkspace({ "file": "x", "full/a": "" });
  Deno.symlinkSync("loop", workspace.path("loop"));
  const failures: readonly (readonly [string, (runtime: typeof Deno) => unknown])[] = [
    ["NotFound", ({ statSync }) => statSync(workspace.path("none"))],
    ["NotFound", ({ readTextFileSync }) => readTextFileSync(workspace.path("none"))],
    ["NotFound", ({ removeSync }) => removeSync(workspace.path("none"), { recursive: true })],
    ["NotADirectory", ({ openSync }) => openSync(workspace.path("file/below"))],
    ["NotADirectory", ({ readDirSync }) => [...readDirSync(workspace.path("file"))]],
    ["AlreadyExists", ({ mkdirSync }) => mkdirSync(workspace.path("full"))],
    ["AlreadyExists", ({ mkdirSync }) => mkdirSync(workspace.path("file"), { recursive: true })],
    [
      "AlreadyExists",
      ({ openSync }) => openSync(workspace.path("file"), { write: true, createNew: true }),
    ],
    ["FilesystemLoop", ({ statSync }) => statSync(workspace.path("loop"))],
    ["NotFound", ({ Command }) => new Command("no-such-program-at-all").spawn()],
  ];
  for (const [name, fail] of failures) {
    const said = BOTH.map((runtime) => {
      try {
        fail(runtime);
      } catch (error) {
        const kind = Object.entries(runtime.errors).find(([, one]) => error instanceof one)?.[0];
        return { kind, start: (error as Error).message.split(/[:'"]/)[0] };
      }
      return undefined;
    });
    assert.equal(said[1]?.kind, name);
    assert.equal(said[0]?.kind, name);
    assert.equal(said[1]?.start, said[0]?.start);
  }
});

Deno.test("platform reads and writes open files at their position", async () => {
  using workspace = new TempWorkspace({ "file": "0123456789" });
  for (const { openSync, open, writeTextFileSync } of BOTH) {
    const path = workspace.path("file");
    writeTextFileSync(path, "0123456789");
    const bytes = new Uint8Array(3);
    {
      using file = openSync(path, { read: true, write: true });
      assert.equal(file.readSync(bytes), 3);
      assert.equal(file.readSync(bytes), 3);
      assert.equal(new TextDecoder().decode(bytes), "345");
      file.seekSync(8, Deno.SeekMode.Start);
      assert.equal(file.readSync(bytes), 2);
      assert.equal(file.readSync(bytes), null);
      file.seekSync(0, Deno.SeekMode.Start);
      file.writeSync(new TextEncoder().encode("ab"));
      file.truncateSync(4);
      assert.equal(file.statSync().size, 4);
    }
    assert.equal(await new Response((await open(path)).readable).text(), "ab23");
    const piped = await open(workspace.path("piped"), { write: true, create: true });
    await new Blob(["ab", "cd"]).stream().pipeTo(piped.writable);
    assert.equal(workspace.read("piped"), "abcd");
    {
      using file = openSync(path, { append: true });
      file.writeSync(new TextEncoder().encode("!"));
    }
    writeTextFileSync(path, "?", { append: true, mode: 0o600 });
    assert.equal(workspace.read("file"), "ab23!?");
    assert.equal(Deno.statSync(path).mode! & 0o777, 0o600);
    Deno.removeSync(path);
  }
});

Deno.test({
  name: "platform looks for a relative program in the folder that it is run in",
  // The gate lets tests run only some programs.
  ignore: Deno.permissions.querySync({ name: "run" }).state !== "granted",
  async fn() {
    for (const { Command } of BOTH) {
      const here = await new Command("./sh", { args: ["-c", "pwd"], cwd: "/bin" }).output();
      assert.match(new TextDecoder().decode(here.stdout), /^(?:\/usr)?\/bin\n$/);
    }
  },
});

Deno.test("platform runs programs with exactly the given arguments and variables", async () => {
  for (const { Command } of BOTH) {
    const { code, success, stdout, stderr } = await new Command("sh", {
      args: ["-c", "env; echo told >&2; exit 3"],
      clearEnv: true,
      env: { ONLY: "this", PATH: "/usr/bin:/bin" },
    }).output();
    const lines = new TextDecoder().decode(stdout).split("\n")
      .filter((line) => !/^(?:PWD|SHLVL|_|OLDPWD|)=|^$/.test(line)).sort();
    assert.deepEqual(lines, ["ONLY=this", "PATH=/usr/bin:/bin"]);
    assert.deepEqual([code, success, new TextDecoder().decode(stderr)], [3, false, "told\n"]);

    const signal = AbortSignal.timeout(20);
    const ended = await new Command("sleep", { args: ["60"], signal, stderr: "null" }).output();
    assert.deepEqual([ended.signal, ended.code, ended.stdout.length], ["SIGTERM", 143, 0]);
    const child = new Command("cat", { stdin: "piped", stdout: "piped" }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("through"));
    await writer.close();
    assert.equal(new TextDecoder().decode((await child.output()).stdout), "through");

    const abort = new AbortController();
    const sleeping = new Command("sleep", { args: ["60"], signal: abort.signal }).spawn();
    abort.abort();
    const status = await sleeping.status;
    assert.deepEqual([status.signal, status.code], ["SIGTERM", 143]);
  }
});

Deno.test("platform reports changes in watched folders to each watcher of a folder above", async () => {
  using workspace = new TempWorkspace({ "folder/file": "x" });
  using _ = stand.watchFs([workspace.path("folder")], { recursive: false, ignore: "/" });
  using reports = stand.watchFs([workspace.root], { recursive: false });
  const seen = new Map<string, string>();
  const reading = (async () => {
    for await (const { kind, paths: [path = ""] } of reports) {
      seen.set(path, kind);
      if (path.endsWith("last")) break;
    }
  })();
  workspace.write("folder/new", "");
  workspace.remove("folder/file");
  workspace.write("folder/last", "");
  await reading;
  assert.equal(seen.get(workspace.path("folder/file")), "remove");
  assert.ok(seen.has(workspace.path("folder/new")));
});

Deno.test("platform connects to its own listener, and reads everything that is sent", async () => {
  using listener = stand.listen({ hostname: "127.0.0.1", port: 0 });
  // Node resolves a name before it listens.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { port } = listener.addr as Deno.NetAddr;
  const answering = (async () => {
    for await (const connection of listener) {
      const buffer = new Uint8Array(2);
      let text = "";
      for (let count; (count = await connection.read(buffer)) !== null;) {
        text += new TextDecoder().decode(buffer.subarray(0, count));
        if (text.endsWith("\n")) break;
      }
      await connection.write(new TextEncoder().encode(text.toUpperCase()));
      connection.close();
      break;
    }
  })();
  const connection = await stand.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode("hello\n"));
  assert.equal(await new Response(connection.readable).text(), "HELLO\n");
  await answering;
  await assert.rejects(
    stand.connect({ hostname: "127.0.0.1", port: 1 }),
    platform.errors.ConnectionRefused,
  );
});
