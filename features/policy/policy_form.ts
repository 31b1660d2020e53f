import { type HookOrigin, POLICY_WORDS, type PolicyWords } from "./core/mod.ts";

/** The forms that policies are read in: ours, and that of Rye. */
export type PolicyFormName = "dossier" | "rye";

/** A file of hooks: the keys of its lists, and the origin of each. */
interface HookFile {
  readonly path: string;
  /** `space` when the hooks belong to the space of the file. */
  readonly keys: Readonly<Record<string, HookOrigin | "space">>;
}

/** Paths of a form below its folder. */
export interface PolicyForm {
  readonly name: PolicyFormName;
  /** The folder in a project and in a home. */
  readonly folder: string;
  readonly profiles: string;
  readonly knowledge: string;
  readonly tools: string;
  /** The file that names the folders without tools. */
  readonly collection: string;
  /** The folder of the tools that are actions on items, each named after its action. */
  readonly primaries: string;
  /** Files of hooks. Of each group of equivalent files, the first that exists is read. */
  readonly hooks: readonly (readonly HookFile[])[];
  /**
   * Files of settings, in groups like those of `hooks`, and the setting that a whole file holds.
   */
  readonly settings: readonly {
    readonly paths: readonly string[];
    readonly under?: "capability_risk";
  }[];
  readonly words: PolicyWords;
  /** Text for an agent that has no permissions. */
  readonly unpermitted: string;
  /** The default continuation profile. */
  readonly continuation: string;
}

/** Keys of the hooks that come with Rye. */
const RYE_KEYS = {
  builtin_hooks: "builtin",
  context_hooks: "context",
  infra_hooks: "infra",
} as const;

/** Paths of Rye's settings, current and former. */
const ryePaths = (name: string) => [
  `config/agent/${name}`,
  `tools/rye/agent/threads/config/${name}`,
];

/** The forms; in a space that has both, dossier's comes first. */
export const POLICY_FORMS: readonly PolicyForm[] = [
  {
    name: "dossier",
    folder: ".dossier",
    profiles: "profiles",
    knowledge: "knowledge",
    tools: "tools",
    collection: "tools/collect.yaml",
    primaries: "dossier",
    hooks: [[{ path: "hooks.yaml", keys: { hooks: "space" } }]],
    settings: [{ paths: ["policy.yaml"] }],
    words: POLICY_WORDS.dossier,
    unpermitted: "nothing",
    continuation: "dossier/continuation",
  },
  {
    name: "rye",
    folder: ".ai",
    profiles: "directives",
    knowledge: "knowledge",
    tools: "tools",
    collection: "tools/rye/core/bundler/collect.yaml",
    primaries: "rye",
    hooks: [
      [{ path: "config/agent/hooks.yaml", keys: { hooks: "space" } }],
      ryePaths("hook_conditions.yaml").map((path) => ({ path, keys: RYE_KEYS })),
    ],
    settings: [
      { paths: ryePaths("resilience.yaml") },
      {
        paths: [
          "config/ryeos-runtime/capability_risk.yaml",
          ...ryePaths("capability_risk.yaml"),
        ],
        under: "capability_risk",
      },
    ],
    words: POLICY_WORDS.rye,
    unpermitted: "unrestricted",
    continuation: "rye/agent/continuation",
  },
];

/** Returns the form with a name. */
export function findForm(name: PolicyFormName): PolicyForm {
  return POLICY_FORMS.find((form) => form.name === name) as PolicyForm;
}
