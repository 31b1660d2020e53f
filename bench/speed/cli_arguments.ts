import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Options for the packages, as in the tasks of `deno.json`. */
export const LOCKED: readonly string[] = [`--lock=${ROOT}/deno.lock`, "--frozen"];

/** Permissions of the tasks. */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run=git",
];

/** Returns the arguments of `deno` that run the product's command line. */
export function cliArguments(...words: readonly string[]): string[] {
  return [
    "run",
    "--config",
    `${ROOT}/deno.json`,
    ...LOCKED,
    ...PERMISSIONS,
    `${ROOT}/cli/main.ts`,
    ...words,
  ];
}
