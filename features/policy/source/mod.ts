/**
 * The context source for profiles.
 *
 * @module
 */

export type { ProfileBrief, ProfileOptions } from "./requested_profile.ts";
