import type { PolicyFormName, PolicyPlaces } from "@dossier/policy";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { absolute, invokedRoot } from "./invoked_place.ts";

/** Returns where the user's policies are looked for. A root that does not exist has none. */
export function invokedPolicies(invocation: Invocation): PolicyPlaces {
  return { root: realPath(invokedRoot(invocation)), ...invokedSpaces(invocation) };
}

/** Returns the places of policies besides the project's: the user's home, and the folders of the system space. */
export function invokedSpaces({ values }: Invocation): Omit<PolicyPlaces, "root"> {
  return {
    home: Deno.env.get("HOME") || undefined,
    system: values("system").map((place) => absolute(place)),
  };
}

/**
 * Returns what a profile is given with `--input NAME=VALUE`; empty when that is nothing.
 *
 * @throws {UsageError} For one without a name or a value.
 */
export function invokedInputs({ values }: Invocation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    values("input").map((one) => {
      const [name = "", ...value] = one.split("=");
      if (name !== "" && value.length > 0) return [name, value.join("=")];
      throw new UsageError(`Cannot use "${one}" as an input: write NAME=VALUE`);
    }),
  );
}

/** Returns in whose words the user wants a prompt; undefined for those of the profile's form. */
export function invokedWords({ value }: Invocation): PolicyFormName | undefined {
  return value("words") as PolicyFormName | undefined;
}

function realPath(path: string): string {
  try {
    return Deno.realPathSync(path);
  } catch {
    return path;
  }
}
