/**
 * Runs the tests of core, retrieval and implementations of contracts on Node and Bun, as a bundle
 * with a platform that replaces the runtime of the sources. The last line is `N passed, N failed`.
 *
 * Run as `deno task test:runtimes`, which also compares the answers of the library; as `deno task
 * test:runtimes --only TEXT`, which runs the files whose paths contain the text; or as `deno task
 * test:runtimes --answers`, which only compares answers.
 *
 * @module
 */

import { join } from "node:path";
import { makeBundle } from "../../cli/package/make_bundle.ts";
import { compareAnswers } from "./answers.ts";
import { findRuntimes } from "./find_runtimes.ts";
import { listPortableTests } from "./portable_tests.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

/** Numbers of passed and failed tests on a runtime, and the output. */
export interface RuntimeRun {
  readonly runtime: string;
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

const COUNTS_REGEXP = /(\d+) passed, (\d+) failed, \d+ skipped\n$/;

/**
 * Runs test files on all installed runtimes except that of the sources.
 *
 * @param onOutput Receives the output as it is printed.
 */
export async function runOnRuntimes(
  files: readonly string[],
  onOutput: (text: string) => void = () => {},
): Promise<RuntimeRun[]> {
  const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    const modules = Object.fromEntries(
      files.map((path) => [`${path.replaceAll("/", "__").replace(/\.tsx?$/, "")}.js`, path]),
    );
    await makeBundle(folder, {
      platform: "tests/runtimes/test_platform.ts",
      modules: { ...modules, "run_tests.js": "tests/runtimes/run_tests.ts" },
      workers: ["tests/faulty_worker.ts", "tests/opening_worker.ts"],
    });
    const runs: RuntimeRun[] = [];
    for (const [runtime, program] of await findRuntimes()) {
      const child = new Deno.Command("sh", {
        // Through a shell: tests may not run programs in a cache.
        args: [
          "-c",
          'exec "$@" 2>&1',
          "sh",
          program,
          join(folder, "run_tests.js"),
          ...Object.keys(modules),
        ],
        cwd: ROOT,
        stdin: "null",
        stdout: "piped",
      }).spawn();
      let output = "";
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        output += text;
        onOutput(text);
      }
      await child.status;
      const [, passed = 0, failed = 1] = COUNTS_REGEXP.exec(output) ?? [];
      runs.push({
        runtime,
        passed: Number(passed),
        failed: Number(failed),
        output,
      });
    }
    return runs;
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [option, text = ""] = Deno.args;
  const files = listPortableTests(ROOT).filter((path) =>
    option === undefined || (option === "--only" && path.includes(text))
  );
  const runs = files.length === 0 ? [] : await runOnRuntimes(files, print);
  for (const { runtime, passed, failed } of runs) {
    print(`${runtime}: ${passed} passed, ${failed} failed\n`);
  }
  if (option !== "--only") {
    runs.push({ runtime: "answers", output: "", ...await compareAnswers(ROOT, print) });
  }
  const sum = (of: (run: RuntimeRun) => number) => runs.reduce((all, run) => all + of(run), 0);
  print(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed\n`);
  Deno.exitCode = sum(({ failed }) => failed) > 0 ? 1 : 0;
}

function print(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
