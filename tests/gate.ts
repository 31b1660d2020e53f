/**
 * Runs everything that must hold before a change is finished, and counts it.
 *
 * `gate.ts` runs the static steps and all tests with the documentation's examples, and prints which tests
 * took longest.
 * `gate.ts --quick [path…]` runs only the tests of the paths, with their types checked, or else those beside the
 * code but for the slow ones: neither whole-system tests nor a browser, benchmarks, documents or types.
 *
 * The last line is `N passed, N failed`, where each static step counts like one test; the exit code
 * is 1 when anything failed.
 */

import { findBrowser } from "./browser/find_browser.ts";
import { listSlowestTests, renderTestTimes } from "./test_times.ts";

interface Step {
  readonly name: string;
  /** Arguments of the `deno` that runs this file. */
  readonly args: readonly string[];
}

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** The packages as they are locked; see `packages.ts`. */
const LOCKED = ["--lock=deno.lock", "--frozen"];

/** What others import; inside, a test asks for a comment on all that is exported. */
const FACES = ["mod.ts"];

/** Fetches what steps would otherwise fetch all at once, and finds a lock that lacks something. */
const PACKAGE_STEP: Step = { name: "packages", args: ["task", "--quiet", "install"] };

const STATIC_STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "--quiet", ...LOCKED, "--doc"] },
  {
    name: "types in documents",
    args: ["check", "--quiet", ...LOCKED, "--doc-only", "README.md", "docs", "examples"],
  },
  {
    name: "purity of core",
    args: ["check", "--quiet", "--config", "tests/pure.json", "core/mod.ts"],
  },
  { name: "documentation", args: ["doc", "--lint", ...FACES] },
];

/** Programs that tests start, besides Deno itself; the tests of the page say so when there is no browser. */
const TEST_PROGRAMS = [
  "git",
  "bash",
  "sh",
  "mkfifo",
  "chown",
  "rm",
  "npm",
  findBrowser() ?? "chromium",
];

/**
 * What tests may do: of the network, talk to services that they start themselves; of native code, run
 * what models run on; of the system, know what the driver of a browser asks for. Writing cannot be narrowed to the folder for temporary files, as a test that
 * makes links needs it whole.
 */
const TEST_PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys=uid,homedir,osRelease,getPriority,setPriority",
  "--allow-net=127.0.0.1",
  "--allow-ffi",
  `--allow-run=${[Deno.execPath(), ...TEST_PROGRAMS].join(",")}`,
];

/**
 * Names of the files whose tests take longest. They begin before the others of their part of the workspace, so
 * that no processor waits for one of them at the end; the quick run leaves them out.
 */
const SLOW_TESTS = [
  "page",
  "package",
  "incremental",
  "pooled_service",
  "concurrent",
  "compile",
  "crash",
  "hard_disk",
  "full_disk",
  "wink",
  "fts5",
  "refused_roots",
  "prune",
  "flipped_index",
  "list_files",
  "bundle_for_task",
  "engine",
  "watched_tree",
  "hard_index",
  "refresh_commits",
  "open_syntax",
  "prune_records",
  "parse_signals",
  "apply_refresh",
  "call_queue",
  "deliveries",
  "configure_log",
  "append_commits",
  "open_state",
  "segment_builder",
  "cut_text",
  "open_store",
  "sent_tokens",
  "index_keeper",
  "manifest_source",
  "merge_segments",
  "name_match",
  "find_wikilinks",
  "file_name",
  "session_id",
  "check_glob",
  "parse_query",
  "embedding_words",
  "find_code_spans",
  "find_plain_secrets",
];

/** Folders whose tests stand beside the code. */
const CODE_FOLDERS = ["core", "retrieval", "server", "cli"];

/** Tests that are told as the slowest. */
const SLOWEST = 20;

const SUMMARY_REGEXP = /^(?:ok|FAILED) \| (\d+) passed.* \| (\d+) failed/gm;
const SECOND_MS = 1000;

/** A step that takes longer hangs: it is killed, and what it wrote is printed. */
const MAX_STEP_MS = 900 * SECOND_MS;

if (import.meta.main) {
  const [mode, ...paths] = Deno.args;
  const report = Deno.makeTempFileSync({ prefix: "dossier-gate-", suffix: ".xml" });
  const testStep = (...args: readonly string[]): Step => ({
    name: "tests",
    args: [
      ...["test", "--quiet", "--parallel", `--junit-path=${report}`, ...LOCKED],
      ...[...TEST_PERMISSIONS, ...args],
    ],
  });
  try {
    const counts = [await runStep(PACKAGE_STEP)];
    if (mode !== "--quick") {
      // A static step keeps one processor busy, so they run beside the tests, whose types one of them
      // checks.
      const tests = testStep("--doc", "--no-check", ...listSlowFiles(), ".");
      counts.push(...(await Promise.all([runSteps(STATIC_STEPS), runSteps([tests])])).flat());
      const slowest = listSlowestTests(Deno.readTextFileSync(report), SLOWEST);
      print(`The slowest tests:\n${renderTestTimes(slowest)}`);
    } else if (paths.length > 0) counts.push(await runStep(testStep(...paths)));
    else {
      const ignored = `--ignore=${listSlowFiles().join(",")}`;
      counts.push(await runStep(testStep("--no-check", ignored, ...CODE_FOLDERS)));
    }
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    const failed = counts.reduce((sum, count) => sum + count.failed, 0);
    print(`${passed} passed, ${failed} failed`);
    Deno.exitCode = failed > 0 ? 1 : 0;
  } finally {
    Deno.removeSync(report);
  }
}

/** Runs steps one after another. */
async function runSteps(steps: readonly Step[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const step of steps) counts.push(await runStep(step));
  return counts;
}

/** Runs a step, prints its name and seconds, and when it failed what it wrote. */
async function runStep({ name, args }: Step): Promise<Count> {
  const start = performance.now();
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1" },
    signal: AbortSignal.timeout(MAX_STEP_MS),
  }).output();
  const seconds = (performance.now() - start) / SECOND_MS;
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const count = countTests(output) ?? { passed: success ? 1 : 0, failed: 0 };
  // A test run may also fail outside of its tests, as when a module cannot be loaded.
  const failed = success ? count.failed : Math.max(count.failed, 1);
  if (!success) print(output);
  print(`${failed === 0 ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
  return { passed: count.passed, failed };
}

/** Returns the counts in the output of `deno test`, or `undefined` when there are none. */
function countTests(output: string): Count | undefined {
  const [, passed, failed] = [...output.matchAll(SUMMARY_REGEXP)].at(-1) ?? [];
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}

/** Returns the paths of the slow tests, as they come in the list. */
function listSlowFiles(): string[] {
  const { stdout } = new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*_test.ts"],
  }).outputSync();
  const paths = new TextDecoder().decode(stdout).split("\0");
  return SLOW_TESTS.flatMap((name) => paths.filter((path) => path.endsWith(`/${name}_test.ts`)));
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}
