import { type HookOrigin, POLICY_WORDS, type PolicyWords } from "./core/mod.ts";

/** The forms that policies are read in: ours, and that of Rye. */
export type PolicyFormName = "dossier" | "rye";

/** A file of hooks: under which keys they stand, and whose they are. */
interface HookFile {
  readonly path: string;
  /** Absent: the hooks are of the space that the file is in. */
  readonly keys: Readonly<Record<string, HookOrigin | "space">>;
}

/** Where a form keeps what, as paths below its folder. */
export interface PolicyForm {
  readonly name: PolicyFormName;
  /** The folder in a project and in a home. */
  readonly folder: string;
  readonly profiles: string;
  readonly knowledge: string;
  readonly tools: string;
  /** The file that names the folders without tools. */
  readonly collection: string;
  /** The folder of the tools that are actions on items, by their names. */
  readonly primaries: string;
  /** Of several files that say the same the first one there is. */
  readonly hooks: readonly (readonly HookFile[])[];
  /** The same of settings, and the setting that a whole file is. */
  readonly settings: readonly {
    readonly paths: readonly string[];
    readonly under?: "capability_risk";
  }[];
  readonly words: PolicyWords;
  /** What texts say that an agent may do which has no permissions. */
  readonly unpermitted: string;
  /** The profile whose body continues a thread when its own names none. */
  readonly continuation: string;
}

/** Keys of the hooks that come with Rye. */
const RYE_KEYS = {
  builtin_hooks: "builtin",
  context_hooks: "context",
  infra_hooks: "infra",
} as const;

/** Where Rye kept its settings in its first versions, and where they are now. */
const ryePaths = (name: string) => [
  `config/agent/${name}`,
  `tools/rye/agent/threads/config/${name}`,
];

/** The forms; in a space that has both, what is ours comes first. */
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
