/**
 * Reads policies where they lie and composes what agents are told. `open_spaces.ts` finds the folders of the
 * project, the user and the system, `read_dossier.ts` and `read_rye.ts` read the two forms, `policies.ts` finds
 * profiles and knowledge in them, and `compose_profile.ts` makes a prompt of a profile. `tools/` knows tools
 * without running them, and chooses those that a model is offered.
 *
 * @module
 */

export { type ComposedContext, composeProfile, type ComposeRequest } from "./compose_profile.ts";
export { type ComposedBlock } from "./load_blocks.ts";
export { type LoadedKnowledge, type LoadedProfile, openPolicies, Policies } from "./policies.ts";
export type { PolicyPlaces } from "./open_spaces.ts";
export type { PolicyForm, PolicyFormName } from "./policy_form.ts";
export { type LoadedPalette, loadPalette, type PaletteRequest } from "./tools/load_palette.ts";
export type { ToolFile } from "./tools/list_tools.ts";
export type { LoadedTool } from "./tools/load_tools.ts";
