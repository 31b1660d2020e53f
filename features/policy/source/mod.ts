/**
 * What a profile gives to a bundle.
 *
 * @module
 */

export type { ProfileBrief, ProfileOptions } from "./ask_profile.ts";
