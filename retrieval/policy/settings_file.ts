import type { Space } from "@dossier/core/policy";
import type { JsonObject } from "@dossier/core/text";
import type { PolicyFormName } from "./policy_form.ts";

/** What a settings file says. */
export interface SettingsFile {
  /** As people are told of it. */
  readonly path: string;
  readonly form: PolicyFormName;
  /** Whose it is. */
  readonly space: Space;
  readonly value: JsonObject;
}
