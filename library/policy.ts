/**
 * Policies: profiles, knowledge and hooks, and what an agent is told by them.
 *
 * @module
 */

export * from "@dossier/policy";
export * from "@dossier/policy/core";
