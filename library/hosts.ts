/**
 * Hosts, the programs that start agents: their instructions, skills, hooks and transcripts.
 *
 * @module
 */

export * from "@dossier/hosts";
