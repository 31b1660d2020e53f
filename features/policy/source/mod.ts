/**
 * The context source for profiles.
 *
 * @module
 */

export type { ProfileOptions, RequestedProfile } from "./requested_profile.ts";
