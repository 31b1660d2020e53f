import { HOSTILE_CLIENTS } from "./hostile_clients.ts";
import { HOSTILE_FILES } from "./hostile_files.ts";
import { HOSTILE_MANIFESTS } from "./hostile_manifests.ts";
import { HOSTILE_POLICIES } from "./hostile_policies.ts";
import type { HostileCase } from "./hostile_tree.ts";

/** All cases, those of policies first. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...HOSTILE_POLICIES,
  ...HOSTILE_MANIFESTS,
  ...HOSTILE_FILES,
  ...HOSTILE_CLIENTS,
];
