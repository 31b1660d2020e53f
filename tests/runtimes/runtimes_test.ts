import assert from "node:assert/strict";
import { compileWithBun } from "../../cli/package/compile_with_bun.ts";
import { makeBundle } from "../../cli/package/make_bundle.ts";
import { GeneratedTree } from "../runs/generated_tree.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { findRuntimes } from "./find_runtimes.ts";
import { runOnRuntimes } from "./main.ts";
import { listPortableTests } from "./portable_tests.ts";

const RUNTIMES = await findRuntimes();

/** `deno task install --runtimes` fetches them. */
const ONLY_WITH_RUNTIMES = { ignore: RUNTIMES.size === 0 };

/** Folders and files whose tests also run on other runtimes here; `deno task test:runtimes` runs all. */
const SLICE =
  /^(?:core\/(?:math|pack|rank|text)|platform|retrieval\/(?:embed\/static|machine\/sqlite))\//;

const QUERIES: readonly string[] = [
  ...["retry failed uploads", "where is the queue drained", "how are tokens counted"],
  ...["write the index", "parse a header", "who sends mail", "close the connection"],
  ...["which settings are read", "merge segments", "load the table of words"],
];

/** Answers each query in three ways, and prints all of it. */
const ASKING = `const [, , library, root] = process.argv;
const { openEngine } = await import(library);
const engine = await openEngine({ root });
const said = [];
for (const query of ${JSON.stringify(QUERIES)}) {
  said.push((await engine.search(query)).results, (await engine.explain(query)).results);
  const { time: _, ...bundle } = await engine.context(query, { record: false });
  said.push(bundle.sections ?? bundle);
}
engine[Symbol.dispose]();
process.stdout.write(JSON.stringify(said));
`;

/** Runs a program that the tests may run by way of a shell only. */
async function run(folder: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", 'exec "$@"', "sh", ...words],
    cwd: folder,
    env: { XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

Deno.test(
  "the tests of core and of what stands for the runtime pass on Node and Bun",
  ONLY_WITH_RUNTIMES,
  async () => {
    const files = listPortableTests(Deno.cwd()).filter((path) => SLICE.test(path));
    for (const { runtime, passed, failed, output } of await runOnRuntimes(files)) {
      assert.equal(failed, 0, `${runtime}: ${output}`);
      assert.ok(passed > 100, `${runtime}: ${output}`);
    }
  },
);

Deno.test(
  "every runtime and the executable give equal bytes for equal trees",
  ONLY_WITH_RUNTIMES,
  async () => {
    using folder = new TempWorkspace({ "ask.mjs": ASKING });
    const bundle = folder.path("bundle");
    await makeBundle(bundle, { isMinified: false });
    using workspace = new TempWorkspace({
      "upload.py":
        "def post_once(file):\n    return file\n\n\ndef retry_upload(file):\n    return post_once(file)\n",
    });
    new GeneratedTree(workspace, { files: 60, seed: 7 });
    const library = `${bundle}/library.js`;
    const answers = new Map<string, string>();
    const programs = [["deno", Deno.execPath(), "run", "--allow-all"], ...RUNTIMES];
    for (const [name = "", ...program] of programs) {
      workspace.write(".dossier/state/index.lock", "");
      workspace.remove(".dossier/state");
      const said = await run(
        folder.root,
        ...program,
        folder.path("ask.mjs"),
        library,
        workspace.root,
      );
      assert.equal(said.code, 0, `${name}: ${said.stderr}`);
      answers.set(name, said.stdout);
    }
    const [first = "", ...others] = answers.values();
    assert.equal(JSON.parse(first).length, 3 * QUERIES.length);
    assert.match(first, /retry_upload/);
    for (const [at, other] of others.entries()) assert.equal(other, first, `${at}`);

    const words = ["search", "retry failed uploads", "--json", "--root", workspace.root];
    const search = async (...program: readonly string[]) => {
      const { code, stdout, stderr } = await run(folder.root, ...program, ...words);
      assert.equal(code, 0, stderr);
      return JSON.stringify(JSON.parse(stdout).results);
    };
    const plain = await search(Deno.execPath(), "run", "--allow-all", `${bundle}/dossier.js`);
    const file = folder.path("dossier");
    await compileWithBun(bundle, { file });
    assert.equal(await search(file), plain);
    // Neither variables nor modules are taken from the folder that it is called in.
    folder.write("bunfig.toml", 'preload = ["./evil.js"]\n');
    folder.write("evil.js", 'console.log("evil");\n');
    folder.write(".env", "HOME=/nowhere\nXDG_CONFIG_HOME=/nowhere\n");
    assert.equal(await search(file), plain);
    assert.equal((await run(folder.root, file, "no-such-command")).code, 2);
    const { stdout, stderr } = await run(
      folder.root,
      file,
      "callers",
      "--root",
      workspace.root,
      "--json",
      "post_once",
    );
    assert.match(stdout, /retry_upload/, stderr);
  },
);
