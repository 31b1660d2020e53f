/**
 * Removes the user's settings from the process of tests, as they must not affect tests. The modules
 * that create the folders of tests import it.
 */

/** Folder that does not exist. */
export const NO_USER_FOLDER = "/none/of/ours";

// Only some processes of tests have this permission; without it they have no settings of a user,
// either.
if (Deno.permissions.querySync({ name: "env", variable: "XDG_CONFIG_HOME" }).state === "granted") {
  Deno.env.set("XDG_CONFIG_HOME", NO_USER_FOLDER);
}
