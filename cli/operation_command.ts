import {
  type AnyOperation,
  type Command,
  type Flag,
  JSON_OPTION,
  option,
  type OptionSpec,
  PLACE_OPTIONS,
  type RequestField,
  type RequestFields,
} from "@dossier/retrieval/operation";
import { SEVERAL_ROOTS_OPTIONS } from "./arguments/shared_options.ts";
import type { AnyCommandBinding, CommandField, OperationCommand } from "./input/read_request.ts";

/** Option that names a program, which guesses names when the caller gives none. */
const NAMES_COMMAND: OptionSpec = {
  ...option("--names-command RUN", "A program that guesses them (DOSSIER_NAMES_COMMAND)"),
  mayBeEmpty: true,
};

/** Returns an operation and one of its command bindings, with the fields that options provide. */
export function toOperationCommand(
  operation: AnyOperation,
  binding: AnyCommandBinding,
): OperationCommand {
  return { operation, binding, optionFields: listCommandFields(operation.fields, binding) };
}

/** Returns the entry in the list of commands for the command binding of an operation. */
export function toCommand(command: OperationCommand): Command {
  const { operation, binding, optionFields } = command;
  const { name, operands, choices, permissions, failsOpen, examples, hasJson = true } = binding;
  return {
    name,
    ...(operands !== undefined && { operands }),
    ...(choices !== undefined && { choices }),
    summary: binding.summary ?? operation.summary,
    options: [
      ...binding.options ?? [],
      ...(operation.acceptsRepositories ? SEVERAL_ROOTS_OPTIONS : PLACE_OPTIONS),
      ...optionFields.flatMap(({ field, flags }) => flags.map((flag) => toOption(flag, field))),
      ...(binding.guessesNames ? [NAMES_COMMAND] : []),
      ...(hasJson ? [JSON_OPTION] : []),
    ],
    permissions,
    ...(failsOpen !== undefined && { failsOpen }),
    examples,
    async load() {
      // This import takes longest, so it starts before the arguments are read. An answer from a
      // fresh index needs all of it.
      if (operation.needsFreshIndex) void import("@dossier/retrieval");
      else void import("@dossier/retrieval/engine");
      const { runOperation } = await import("./run_operation.ts");
      return (invocation) => runOperation(command, invocation);
    },
  };
}

function toOption({ written, summary, choices }: Flag, field: RequestField): OptionSpec {
  const spec = option(written, summary);
  const known = choices ?? (field.kind === "choice" ? field.choices : undefined);
  return spec.value === undefined || known === undefined ? spec : { ...spec, choices: known };
}

/** Returns the fields that options provide. The fields of an object are listed one by one. */
function listCommandFields(
  fields: RequestFields,
  binding: AnyCommandBinding,
  path: readonly string[] = [],
): readonly CommandField[] {
  return Object.entries(fields).flatMap(([name, field]): readonly CommandField[] => {
    if (path.length === 0 && binding.fieldNames?.includes(name) === false) return [];
    const flags = (path.length === 0 ? binding.flags?.[name] : undefined) ?? field.flags ?? [];
    const own = flags.length === 0 ? [] : [{ path: [...path, name], field, flags }];
    return field.kind === "object"
      ? [...own, ...listCommandFields(field.fields, binding, [...path, name])]
      : own;
  });
}
