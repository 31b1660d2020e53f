/**
 * Parts of `Deno` that only tests use, on Node and Bun: tests are stored until {@link runTests}
 * runs them.
 *
 * @module
 */

import * as fs from "node:fs";
import { platform as programPlatform } from "../../platform/mod.ts";

export { PlatformErrorEvent, PlatformWorker } from "../../platform/mod.ts";

/** Context with which a test runs its steps. */
interface TestContext {
  readonly name: string;
  step(name: string, run: (context: TestContext) => unknown): Promise<boolean>;
}

interface TestDefinition {
  readonly name: string;
  readonly fn: (context: TestContext) => unknown;
  readonly ignore?: boolean;
}

/** Numbers of passed, failed and skipped tests. */
export interface TestCounts {
  passed: number;
  failed: number;
  skipped: number;
}

let storedTests: TestDefinition[] = [];

/** Stores a test. */
function test(definition: string | TestDefinition, run?: TestDefinition["fn"]): void {
  storedTests.push(typeof definition === "string" ? { name: definition, fn: run! } : definition);
}

function contextOf(name: string): TestContext {
  return {
    name,
    async step(part, run) {
      await run(contextOf(part));
      return true;
    },
  };
}

/** Maximum time of a test, in milliseconds. */
const TEST_LIMIT_MS = 120_000;

async function withinLimit(running: unknown): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = () => reject(new Error(`It has not ended in ${TEST_LIMIT_MS / 1000} s`));
  const timer = setTimeout(late, TEST_LIMIT_MS);
  try {
    await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the stored tests one after another, and prints the failed ones with their errors. */
export async function runTests(file: string, counts: TestCounts): Promise<void> {
  const tests = storedTests;
  storedTests = [];
  for (const { name, fn, ignore = false } of tests) {
    if (ignore) {
      counts.skipped++;
      continue;
    }
    try {
      await withinLimit(fn(contextOf(name)));
      counts.passed++;
    } catch (error) {
      counts.failed++;
      const reason = error instanceof Error ? error.stack ?? error.message : String(error);
      process.stdout.write(`FAILED ${file}: ${name}\n${reason}\n`);
    }
  }
}

/** Replaces `Deno` in tests. */
export const platform = {
  ...programPlatform,
  test,
  env: {
    ...programPlatform.env,
    set: (name: string, value: string) => void (process.env[name] = value),
    delete: (name: string) => void delete process.env[name],
    toObject: () => ({ ...process.env }),
  },
  chdir: (folder: string) => process.chdir(folder),
  memoryUsage: () => process.memoryUsage(),
  truncateSync: (path: string, length = 0) => fs.truncateSync(path, length),
  utimeSync: (path: string, accessed: Date | number, modified: Date | number) =>
    fs.utimesSync(path, accessed, modified),
};
