import { isMap, isScalar, type Node, type Pair } from "yaml";
import { describeUnknownKey } from "./describe_unknown_key.ts";

/** What one setting of a group is called, and what it may be. */
export interface GroupSettingRule {
  /** Its name under the group in `.dossier/config.yaml`. */
  readonly key: string;
  /** What to write instead of a wrong value, for a message. */
  readonly expected: string;
  /** Returns a value in the form that code runs on; undefined when it can not be used. */
  readonly read: (value: unknown) => unknown;
}

/** Where to what {@link readGroup} finds is told. */
export interface GroupReader {
  /** Reports something that is not used. */
  readonly report: (node: Node | undefined, message: string) => void;
  /** Notes where a setting that is used stands. */
  readonly noteLine: (name: string, node: Node) => void;
}

/**
 * Returns the settings that a configuration gives under the name of a group and that can be used, by
 * their names in code.
 *
 * @param rules What each may be, by its name in code.
 */
export function readGroup(
  pair: Pair,
  rules: Readonly<Record<string, GroupSettingRule>>,
  { report, noteLine }: GroupReader,
): Readonly<Record<string, unknown>> {
  const group = String(pair.key);
  if (!isMap(pair.value)) {
    if (pair.value !== null && !(isScalar(pair.value) && pair.value.value === null)) {
      report(pair.value as Node, `"${group}" takes a mapping of settings; the defaults are used`);
    }
    return {};
  }
  const given: Record<string, unknown> = {};
  for (const { key: keyNode, value: valueNode } of pair.value.items) {
    const key = isScalar(keyNode) ? String(keyNode.value) : String(keyNode);
    const found = Object.entries(rules).find(([, rule]) => rule.key === key);
    if (found === undefined) {
      const known = Object.values(rules).map((rule) => rule.key);
      report(keyNode as Node, describeUnknownKey(`${group}.${key}`, known, key));
      continue;
    }
    const [name, { expected, read }] = found;
    const value = read(isScalar(valueNode) ? valueNode.value : undefined);
    if (value === undefined) {
      const node = (valueNode ?? keyNode) as Node;
      report(node, `"${group}.${key}" takes ${expected}; it is passed over`);
      continue;
    }
    given[name] = value;
    noteLine(`${group}.${key}`, keyNode as Node);
  }
  return given;
}
