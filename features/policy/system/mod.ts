/**
 * The system space that comes with the program: three profiles to extend, with their texts, and the
 * texts of every first message.
 *
 * @module
 */

import HOOKS from "./hooks.yaml" with { type: "text" };
import BEHAVIOUR from "./knowledge/dossier/behaviour.md" with { type: "text" };
import ENVIRONMENT from "./knowledge/dossier/environment.md" with { type: "text" };
import IDENTITY from "./knowledge/dossier/identity.md" with { type: "text" };
import INSTRUCTION from "./knowledge/dossier/instruction.md" with { type: "text" };
import PROTOCOL_EXECUTE from "./knowledge/dossier/protocol/execute.md" with { type: "text" };
import PROTOCOL_FETCH from "./knowledge/dossier/protocol/fetch.md" with { type: "text" };
import PROTOCOL_SIGN from "./knowledge/dossier/protocol/sign.md" with { type: "text" };
import PROFILE_BASE_EXECUTE from "./profiles/dossier/base-execute.md" with { type: "text" };
import PROFILE_BASE_REVIEW from "./profiles/dossier/base-review.md" with { type: "text" };
import PROFILE_BASE from "./profiles/dossier/base.md" with { type: "text" };
import PROFILE_CONTINUATION from "./profiles/dossier/continuation.md" with { type: "text" };
import { findForm } from "../policy_form.ts";
import { openTextFolder, type SpaceFolder } from "../space_folder.ts";

/** The files by their paths. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  ["hooks.yaml", HOOKS],
  ["knowledge/dossier/behaviour.md", BEHAVIOUR],
  ["knowledge/dossier/environment.md", ENVIRONMENT],
  ["knowledge/dossier/identity.md", IDENTITY],
  ["knowledge/dossier/instruction.md", INSTRUCTION],
  ["knowledge/dossier/protocol/execute.md", PROTOCOL_EXECUTE],
  ["knowledge/dossier/protocol/fetch.md", PROTOCOL_FETCH],
  ["knowledge/dossier/protocol/sign.md", PROTOCOL_SIGN],
  ["profiles/dossier/base-execute.md", PROFILE_BASE_EXECUTE],
  ["profiles/dossier/base-review.md", PROFILE_BASE_REVIEW],
  ["profiles/dossier/base.md", PROFILE_BASE],
  ["profiles/dossier/continuation.md", PROFILE_CONTINUATION],
]);

/** Returns the system space that comes with the program. */
export function openShippedFolder(): SpaceFolder {
  return openTextFolder(TEXTS, { space: "system", form: findForm("dossier"), name: "dossier:" });
}
