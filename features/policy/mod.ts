/**
 * Reads policies from disk and composes prompts. `open_spaces.ts` finds the folders of the project,
 * the user and the system, `read_dossier.ts` and `read_rye.ts` read the two forms, `policies.ts`
 * finds profiles and knowledge in them, and `compose_profile.ts` makes a prompt of a profile.
 *
 * @module
 */

export { checkPolicies, type PolicyCheck, type PolicyFinding } from "./check_policies.ts";
export { type ComposedContext, composeProfile, type ComposeRequest } from "./compose_profile.ts";
export type { ParentThread } from "./resolve_rights.ts";
export { type ImportOptions, importPolicies, type PolicyImport } from "./import_policies.ts";
export { listProfiles, type ProfileEntry } from "./list_profiles.ts";
export type { ComposedBlock } from "./load_blocks.ts";
export { type LoadedKnowledge, type LoadedProfile, openPolicies, Policies } from "./policies.ts";
export { composePrompt, listProfilesOf, policiesOf } from "./policies_of.ts";
export type { ProfileOptions } from "./source/mod.ts";
export { ParsedFiles } from "./parsed_files.ts";
export type { PolicyPlaces } from "./open_spaces.ts";
export type { PolicyFormName } from "./policy_form.ts";
