/**
 * Runs and counts all checks that must pass before a change is finished.
 *
 * `gate.ts` runs the static steps and all tests with the documentation's examples, and prints which
 * tests took longest. `gate.ts --quick [path…]` runs only the tests of the paths and checks their
 * types; without paths it runs the tests beside the code except slow ones, without whole-system
 * tests, browser, benchmarks, documents and types.
 *
 * The last line is `N passed, N failed`, where each static step counts as one test; the exit code
 * is 1 when anything failed. The line before it shows the number of skipped tests and their
 * requirements.
 */

import { findBrowser } from "./browser/find_browser.ts";
import { OPENSEARCH_VARIABLE } from "./start_opensearch.ts";
import { POSTGRES_VARIABLE } from "./start_postgres.ts";
import { listSlowestTests, renderTestTimes } from "./test_times.ts";

interface Step {
  readonly name: string;
  /** Arguments of the `deno` that runs this file. */
  readonly args: readonly string[];
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Packages in the lock file; see `packages.ts`. */
const LOCKED = ["--lock=deno.lock", "--frozen"];

/** Modules that others import; inside the program, a test requires a comment on every export. */
const FACES = [
  "mod.ts",
  "library/history.ts",
  "library/hosts.ts",
  "library/memory.ts",
  "library/policy.ts",
  "library/schema.ts",
  "library/tiers.ts",
];

/**
 * Fetches the packages that steps would otherwise fetch at the same time, and detects an incomplete
 * lock file.
 */
const PACKAGE_STEP: Step = { name: "packages", args: ["task", "--quiet", "install", "--runtimes"] };

const STATIC_STEPS: readonly Step[] = [
  { name: "format", args: ["fmt", "--check"] },
  { name: "lint", args: ["lint"] },
  { name: "types", args: ["check", "--quiet", ...LOCKED, "--doc"] },
  {
    name: "types in documents",
    args: ["check", "--quiet", ...LOCKED, "--doc-only", "README.md", "docs", "examples"],
  },
  { name: "purity of core", args: ["task", "--quiet", "pure"] },
  { name: "documentation", args: ["doc", "--lint", ...FACES] },
];

/** Programs that tests start, besides Deno; the tests of the page report a missing browser. */
const TEST_PROGRAMS = [
  "git",
  "cat",
  "cp",
  "mkdir",
  "sleep",
  "bash",
  "sh",
  "mkfifo",
  "chown",
  "rm",
  "npm",
  "script",
  "tmux",
  findBrowser() ?? "chromium",
];

/**
 * Permissions of tests: connections to services that they start themselves, native code of the
 * runtime of models, and facts about the system that the driver of a browser requests. The
 * permission to write cannot be restricted to the folder for temporary files, as tests that create
 * links need it for all files.
 */
const TEST_PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys=uid,homedir,osRelease,getPriority,setPriority",
  "--allow-net=127.0.0.1,localhost",
  "--allow-ffi",
  `--allow-run=${[Deno.execPath(), ...TEST_PROGRAMS].join(",")}`,
];

/**
 * Names of the files whose tests take longest. They start before the others of their part of the
 * workspace, so that no processor waits for one of them at the end; the quick run excludes them.
 */
const SLOW_TESTS = [
  "warm_commands",
  "memory_crash",
  "open_search",
  "open_search_index",
  "shared_index",
  "killed_rail",
  "attach",
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
  "hostile",
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
  "find_rule_secrets",
];

/** Servers that some tests need: variable, name, and task that starts one. */
const SERVERS = [
  [POSTGRES_VARIABLE, "PostgreSQL", "with-postgres"],
  [OPENSEARCH_VARIABLE, "OpenSearch", "with-opensearch"],
] as const;

/** Folders with tests beside the code. */
const CODE_FOLDERS = ["core", "retrieval", "features", "server", "cli"];

/** Number of slowest tests to list. */
const SLOWEST = 20;

const SUMMARY_REGEXP = /^(?:ok|FAILED) \| (\d+) passed.* \| (\d+) failed(?: \| (\d+) ignored)?/gm;
const SECOND_MS = 1000;

/**
 * Number of files whose tests run at the same time: one more than processors, as many tests wait
 * for a program that they start.
 */
const TEST_JOBS = navigator.hardwareConcurrency + 1;

/**
 * Seconds of processor time that a process of a step may take, several times what the tests need.
 * This ends a test that loops forever, but no test on a slow or busy machine.
 */
const MAX_PROCESSOR_SECONDS = 3600;

/** Number of lines printed from the end of a failed step; the complete output is in a file. */
const SHOWN_LINES = 400;

/** Start of the description of failures in the output of `deno test`. */
const ERRORS_REGEXP = /^ ERRORS $/m;

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
      // Each static step uses one processor, so they run beside the tests; one of them checks the
      // types of the tests.
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
    const skipped = counts.reduce((sum, count) => sum + count.skipped, 0);
    if (skipped > 0) print(describeSkipped(skipped));
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

/**
 * Runs a step, prints its name and seconds, and after a failure the reason with the end of its
 * output.
 */
async function runStep({ name, args }: Step): Promise<Count> {
  const start = performance.now();
  const { success, signal, code, stdout, stderr } = await new Deno.Command("sh", {
    // The limit is for processor time, so that other work of the machine does not count.
    args: [
      "-c",
      `ulimit -S -t ${MAX_PROCESSOR_SECONDS}; exec "$@"`,
      "sh",
      Deno.execPath(),
      ...args,
    ],
    // The settings of the user who runs the tests must not affect them.
    env: { NO_COLOR: "1", XDG_CONFIG_HOME: "/none/of/ours", DENO_JOBS: String(TEST_JOBS) },
  }).output();
  const seconds = (performance.now() - start) / SECOND_MS;
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  const count = countTests(output) ?? { passed: success ? 1 : 0, failed: 0, skipped: 0 };
  // A test run may also fail outside its tests, such as when a module cannot be loaded.
  const failed = success ? count.failed : Math.max(count.failed, 1);
  if (!success) {
    print(shortenOutput(output, name));
    print(`The step "${name}" ended ${describeEnd(signal, code)}`);
  }
  print(`${failed === 0 ? "ok    " : "FAILED"} ${name} (${seconds.toFixed(1)} s)`);
  return { ...count, failed };
}

/** Returns half a sentence about the end of a failed step. */
function describeEnd(signal: Deno.Signal | null, code: number): string {
  if (signal === "SIGXCPU") {
    return `as it took more than ${MAX_PROCESSOR_SECONDS} s of processor time: a test probably loops`;
  }
  return signal === null ? `with code ${code}` : `by the signal ${signal}, sent from outside`;
}

/**
 * Returns the last lines of an output, from its list of errors if it has one, and the path of the
 * complete output.
 */
function shortenOutput(output: string, name: string): string {
  const lines = output.slice(Math.max(output.search(ERRORS_REGEXP), 0)).trimEnd().split("\n");
  const shown = lines.slice(-SHOWN_LINES);
  if (shown.join("\n").length === output.trimEnd().length) return output.trimEnd();
  const path = Deno.makeTempFileSync({ prefix: `dossier-gate-${name}-`, suffix: ".txt" });
  Deno.writeTextFileSync(path, output);
  return `The whole output of "${name}" is in ${path}\n${shown.join("\n")}`;
}

/** Returns the counts in the output of `deno test`, or `undefined` when there are none. */
function countTests(output: string): Count | undefined {
  const [, passed, failed, skipped = 0] = [...output.matchAll(SUMMARY_REGEXP)].at(-1) ?? [];
  if (passed === undefined) return undefined;
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/**
 * Returns a sentence about skipped tests, with the command that starts the server that most of them
 * need.
 */
function describeSkipped(skipped: number): string {
  const hints = SERVERS.flatMap(([variable, name, task]) =>
    (Deno.env.get(variable) ?? "") === ""
      ? [`; those of ${name} run with: deno task ${task} deno task test`]
      : []
  );
  return `${skipped} skipped${hints.join("")}`;
}

/** Returns the paths of the slow tests, in the order of the list. */
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
