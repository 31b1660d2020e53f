import { join } from "node:path";

/** Folders whose tests run on each runtime. */
const FOLDERS = ["core", "retrieval"];

/** Further files that test implementations of contracts, and differences of runtimes. */
const CONTRACTS = [
  "platform/mod_test.ts",
  "server/listen/listen_test.ts",
  "tests/system/malformed_test.ts",
  "features/memory/store/memory_store_test.ts",
  "features/policy/source/profile_source_test.ts",
  "features/tiers/source/tiers_source_test.ts",
  "features/hosts/core/host/read_hook_input_test.ts",
  "server/service/local_service_test.ts",
];

/**
 * Features that only the runtime of the sources has: running and reading sources, and permissions.
 */
const BOUND_REGEXPS: readonly RegExp[] = [
  /\bDeno\.execPath\(\)/,
  /\bpermissions: \{/,
  /\bDeno\.lint\b/,
  /\bimport\.meta\.resolve\("\.\//,
  /"\.\/program\.ts"/,
  /\bbuildVectorKernel\b/,
  /\blistProgramFiles\(\)/,
];

/** Returns the paths of the tests that any runtime can run, from the root. */
export function listPortableTests(root: string): string[] {
  return [...FOLDERS.flatMap((folder) => listTests(root, folder)), ...CONTRACTS]
    .filter((path) => {
      const text = Deno.readTextFileSync(join(root, path));
      return !BOUND_REGEXPS.some((bound) => bound.test(text));
    });
}

function listTests(root: string, folder: string): string[] {
  return [...Deno.readDirSync(join(root, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return listTests(root, path);
    return /_test\.tsx?$/.test(name) ? [path] : [];
  }).sort();
}
