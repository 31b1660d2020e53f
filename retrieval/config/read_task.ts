import type { TaskSettings } from "@dossier/core";
import { isMap, isScalar, type Node, type Pair } from "yaml";
import { describeUnknownKey } from "./describe_unknown_key.ts";
import { TASK_SETTING_NAMES, TASK_SETTING_RULES } from "./task_setting_rules.ts";

/** Where to what {@link readTask} finds is told. */
export interface TaskReader {
  /** Reports something that is not used. */
  readonly report: (node: Node | undefined, message: string) => void;
  /** Notes where a setting that is used stands. */
  readonly noteLine: (name: string, node: Node) => void;
}

/** Returns the task settings that a configuration gives under `task` and that can be used. */
export function readTask(pair: Pair, { report, noteLine }: TaskReader): Partial<TaskSettings> {
  if (!isMap(pair.value)) {
    if (pair.value !== null && !(isScalar(pair.value) && pair.value.value === null)) {
      report(pair.value as Node, `"task" takes a mapping of settings; the defaults are used`);
    }
    return {};
  }
  const given: Record<string, unknown> = {};
  for (const { key: keyNode, value: valueNode } of pair.value.items) {
    const key = isScalar(keyNode) ? String(keyNode.value) : String(keyNode);
    const name = TASK_SETTING_NAMES.find((name) => TASK_SETTING_RULES[name].key === key);
    if (name === undefined) {
      const known = Object.values(TASK_SETTING_RULES).map((rule) => rule.key);
      report(keyNode as Node, describeUnknownKey(`task.${key}`, known, key));
      continue;
    }
    const { expected, read } = TASK_SETTING_RULES[name];
    const value = read(isScalar(valueNode) ? valueNode.value : undefined);
    if (value === undefined) {
      const node = (valueNode ?? keyNode) as Node;
      report(node, `"task.${key}" takes ${expected}; it is passed over`);
      continue;
    }
    given[name] = value;
    noteLine(`task.${key}`, keyNode as Node);
  }
  return given;
}
