/**
 * The features of the program: the only place that names them.
 *
 * @module
 */

import { HOSTS_FEATURE } from "@dossier/hosts/feature";
import { MEMORY_FEATURE } from "@dossier/memory/feature";
import type { Feature } from "@dossier/retrieval/feature";
import { POLICY_FEATURE } from "@dossier/policy/feature";
import { TIERS_FEATURE } from "@dossier/tiers/feature";

/** All features, in the order in which they are listed. */
export const FEATURES: readonly Feature[] = [
  HOSTS_FEATURE,
  MEMORY_FEATURE,
  POLICY_FEATURE,
  TIERS_FEATURE,
];
