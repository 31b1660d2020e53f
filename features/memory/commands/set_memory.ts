import { escapeControls } from "@dossier/core/escape";
import { renderColumns } from "@dossier/core/report";
import { type CommandResult, UsageError } from "@dossier/retrieval/operation";
import { jaccardIndex, MemoryError } from "../core/mod.ts";
import { useMemory } from "../operations/mod.ts";
import { listSettings, parseSetting, SettingProblem } from "../setting_values.ts";
import {
  DEFAULT_SETTINGS,
  type KnownProject,
  listProjects,
  type MemoryPlace,
  readMemorySettings,
  readStoredFingerprint,
  setGrant,
  writeMemorySettings,
} from "../store/mod.ts";
import type { VerbCall } from "./verb.ts";

/** Prints the settings of the project, or changes one. */
export async function setMemory(call: VerbCall): Promise<CommandResult> {
  const { engine, words: [name, value], caller, context } = call;
  if (name !== undefined && value === undefined) {
    throw new UsageError(
      `Cannot set "${name}" without a value: "memory settings" lists all settings`,
    );
  }
  const settings = name === undefined
    ? await useMemory(engine, readMemorySettings, DEFAULT_SETTINGS)
    : await useMemory(engine, (place) => changeSetting(place, name, value!));
  if (caller.has("json")) context.printJson(settings);
  else {
    const rows = listSettings(settings).filter((one) => name === undefined || one.name === name)
      .map(({ name, value, meaning }) => [name, value, meaning]);
    context.print(renderColumns(rows, [{ title: "SETTING" }, { title: "VALUE" }, { title: "" }]));
  }
  return "done";
}

async function changeSetting(place: MemoryPlace, name: string, value: string) {
  try {
    return await writeMemorySettings(place, (set) => parseSetting(set, name, value));
  } catch (error) {
    if (!(error instanceof SettingProblem)) throw error;
    throw new UsageError(`Cannot set "${name}" to "${value}" as ${error.message}`);
  }
}

/** Grants sessions of this project the observations of another one. */
export async function grantProject(call: VerbCall): Promise<CommandResult> {
  return await changeGrant(call, true);
}

/** Revokes such a grant. */
export async function revokeProject(call: VerbCall): Promise<CommandResult> {
  return await changeGrant(call, false);
}

async function changeGrant(
  { engine, words: [project = ""], caller, context }: VerbCall,
  isGranted: boolean,
): Promise<CommandResult> {
  await useMemory(engine, async (place) => {
    if (!await setGrant(place, project, isGranted)) {
      throw unknownProjectError(project, await listProjects(place));
    }
  });
  if (caller.has("json")) context.printJson({ project, isGranted });
  else {
    context.print(context.escape(
      isGranted
        ? `Sessions of this project get observations of "${project}" while both have similar technologies.\n`
        : `Sessions of this project get no more observations of "${project}".\n`,
    ));
  }
  return "done";
}

function unknownProjectError(project: string, known: readonly KnownProject[]): MemoryError {
  return new MemoryError("project-not-found", {
    action: `find the project "${project}"`,
    rule: "no other project in the same database has that name",
    state: known.length === 0
      ? "there is no other project"
      : `the projects are ${known.map(({ project }) => `"${project}"`).join(", ")}`,
  });
}

/** Lists the other projects in the same store. */
export async function listKnownProjects(
  { engine, caller, context }: VerbCall,
): Promise<CommandResult> {
  const projects = await useMemory(engine, async (place) => {
    const own = await readStoredFingerprint(place);
    return (await listProjects(place)).map(({ project, isGranted, fingerprint }) => ({
      project,
      isGranted,
      similarity: jaccardIndex(own, fingerprint),
    }));
  }, []);
  if (caller.has("json")) context.printJson({ projects });
  else if (projects.length === 0) {
    context.report("No other project is in the same database");
  } else {
    const rows = projects.map(({ project, isGranted, similarity }) => [
      escapeControls(project),
      isGranted ? "granted" : "not granted",
      `${Math.round(100 * similarity)} %`,
    ]);
    const columns = [{ title: "PROJECT" }, { title: "GRANT" }];
    context.print(renderColumns(rows, [...columns, { title: "SIMILARITY", right: true }]));
  }
  return "done";
}
