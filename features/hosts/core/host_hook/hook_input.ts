import type { JsonObject } from "@dossier/core/json";

/** Fields that documents of plugins call by another name: whoever reads one finds either. */
const OTHER_NAMES: readonly (readonly [name: string, other: string])[] = [
  ["tool_response", "tool_result"],
  ["prompt", "user_prompt"],
];

/** Returns what a hook reads on its standard input, as one line of JSON. */
export function toHookInput(event: string, fields: JsonObject): string {
  const others = OTHER_NAMES.flatMap(([name, other]) =>
    name in fields && !(other in fields) ? [[other, fields[name]] as const] : []
  );
  return JSON.stringify({
    hook_event_name: event,
    ...fields,
    ...Object.fromEntries(others),
  });
}
