import type { Check } from "./check.ts";
import {
  CONFIGURATION_CHECK,
  GIT_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
} from "@dossier/retrieval/health";
import { EMBEDDER_CHECK } from "./check_embedder.ts";
import { HOSTS_CHECK } from "./check_hosts.ts";
import { PACKAGES_CHECK } from "./check_packages.ts";
import { PORT_CHECK } from "./check_port.ts";
import { ROOT_CHECK } from "./check_root.ts";
import { RUNTIME_CHECK } from "./check_runtime.ts";
import { STATE_CHECK } from "./check_state.ts";
import { WATCHING_CHECK } from "./check_watching.ts";

/** All checks, in the order in which their findings are listed. */
export const CHECKS: readonly Check[] = [
  RUNTIME_CHECK,
  ROOT_CHECK,
  GIT_CHECK,
  CONFIGURATION_CHECK,
  STATE_CHECK,
  INDEX_CHECK,
  RECORDS_CHECK,
  EMBEDDER_CHECK,
  PACKAGES_CHECK,
  WATCHING_CHECK,
  PORT_CHECK,
  HOSTS_CHECK,
];
