/** Tokens of a bundle by default: what the engine has, which is not loaded to say so. */
export const DEFAULT_BUNDLE_TOKENS = 4000;

/**
 * Most tokens of a bundle. Hosts warn at 10,000 of their own tokens, which are up to 1.4 times ours,
 * and put the text into JSON.
 */
export const MAX_BUNDLE_TOKENS = 6000;
