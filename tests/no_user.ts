/**
 * Gives the process that runs tests no settings of a user: those of whoever runs them must not change what they see.
 * Imported by what makes the folders of tests.
 */

/** A folder that there is not. */
export const NO_USER_FOLDER = "/none/of/ours";

// A permission that only some processes of tests have; without it they know of no user either.
if (Deno.permissions.querySync({ name: "env", variable: "XDG_CONFIG_HOME" }).state === "granted") {
  Deno.env.set("XDG_CONFIG_HOME", NO_USER_FOLDER);
}
