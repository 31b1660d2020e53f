/**
 * Runs the tests of the named files in a bundle, on the runtime of this process. The last line is
 * `N passed, N failed, N skipped`.
 *
 * @module
 */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runTests, type TestCounts } from "./test_platform.ts";

/** Maximum seconds of a file's tests before the file is listed. */
const SLOW_S = 5;

const counts: TestCounts = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  const startedMs = performance.now();
  try {
    await import(pathToFileURL(join(import.meta.dirname ?? "", file)).href);
  } catch (error) {
    counts.failed++;
    process.stdout.write(`FAILED ${file}: it cannot be loaded\n${error}\n`);
  }
  await runTests(file, counts);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  if (seconds > SLOW_S) process.stdout.write(`${file} took ${seconds} s\n`);
}
const { passed, failed, skipped } = counts;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exit(failed > 0 ? 1 : 0);
