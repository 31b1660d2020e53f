import assert from "node:assert/strict";
import { compileWithBun } from "../../cli/package/compile_with_bun.ts";
import { makeBundle } from "../../cli/package/make_bundle.ts";
import { TempWorkspace } from "../temp_workspace.ts";
import { answerOnRuntimes, createAnsweredTree, listCalls, runProgram } from "./answers.ts";
import { findRuntimes } from "./find_runtimes.ts";
import { runOnRuntimes } from "./main.ts";
import { listPortableTests } from "./portable_tests.ts";

const RUNTIMES = await findRuntimes();

/** `deno task install --runtimes` fetches them. */
const ONLY_WITH_RUNTIMES = { ignore: RUNTIMES.size === 0 };

/**
 * Folders and files whose tests run on other runtimes here, too; `deno task test:runtimes` runs
 * all.
 */
const SLICE =
  /^(?:core\/(?:math|pack|rank|text)|platform|retrieval\/(?:door|embed\/static|machine\/sqlite))\//;

/** Number of answers to the few queries. */
const FEW_ANSWERS = 30;

Deno.test(
  "the tests of core and of the replaced runtime pass on Node and Bun",
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
    using folder = new TempWorkspace();
    const bundle = folder.path("bundle");
    await makeBundle(bundle, { isMinified: false });
    using workspace = await createAnsweredTree(Deno.cwd());
    const { few } = listCalls(workspace.root);
    const [first, ...others] = await answerOnRuntimes(workspace, bundle, few);
    assert.equal(first!.answers.length, FEW_ANSWERS, first!.stderr);
    assert.match(first!.answers[0]!, /retry_upload/);
    assert.equal(others.length, RUNTIMES.size);
    for (const { runtime, answers, stderr } of others) {
      assert.deepEqual(answers, first!.answers, `${runtime}: ${stderr}`);
    }

    const words = ["search", "retry failed uploads", "--json", "--root", workspace.root];
    const search = async (...program: readonly string[]) => {
      const { code, stdout, stderr } = await runProgram(folder.root, [...program, ...words]);
      assert.equal(code, 0, stderr);
      return JSON.stringify(JSON.parse(stdout).results);
    };
    const plain = await search(Deno.execPath(), "run", "--allow-all", `${bundle}/dossier.js`);
    const file = folder.path("dossier");
    await compileWithBun(bundle, { file });
    assert.equal(await search(file), plain);
    // It uses no variables and modules of the current folder.
    folder.write("bunfig.toml", 'preload = ["./evil.js"]\n');
    folder.write("evil.js", 'console.log("evil");\n');
    folder.write(".env", "HOME=/nowhere\nXDG_CONFIG_HOME=/nowhere\n");
    assert.equal(await search(file), plain);
    assert.equal((await runProgram(folder.root, [file, "no-such-command"])).code, 2);
    const { stdout, stderr } = await runProgram(
      folder.root,
      [file, "callers", "--root", workspace.root, "--json", "post_once"],
    );
    assert.match(stdout, /retry_upload/, stderr);
  },
);
