import { SERVICE_NAMES, TOKEN_PARTS, TOKEN_STARTS } from "../../../core/secret/rules/rule_marks.ts";
import { maskSecrets } from "../../../retrieval/secrets/mod.ts";

/** Text that was repeated, and the time to mask it. */
export interface SlowText {
  readonly text: string;
  readonly ms: number;
}

const LENGTH = 1_000_000;

/** Names and values that are nearly those of a secret. */
const NEARLY = [
  ...[
    "password",
    "password ",
    "password: a",
    "token=",
    'secret="',
    "://a:b@",
    "auth,",
    "--token ",
    "secret {",
    "key: |",
  ],
  ...[
    "api_key: value",
    "password or ",
    "-u a:",
    "mysql ",
    "echo a |",
    "IDENTIFIED WITH ",
    "auth(",
    "a:b@tcp",
    "eyJ.",
  ],
  ...[
    "kind: Secret\ndata:\n",
    "name: token\n",
    "</key><string>",
    "process.env.TOKEN || ",
    "password.password.",
  ],
];

/** Step between repeated services and marks. Those in between differ only in their letters. */
const STEP = 8;

/** Returns the times to mask 1 MB of each hostile text, the ten slowest. */
export async function listSlowTexts(): Promise<readonly SlowText[]> {
  // A mark's expression as the text with which it begins, and characters that continue like most
  // tokens.
  const starts = [...TOKEN_STARTS, ...TOKEN_PARTS].filter((_, at) => at % STEP === 0)
    .map((mark) => mark.replace(/[[(].*/, "").replaceAll("\\", ""));
  const names = SERVICE_NAMES.filter((_, at) => at % STEP === 0);
  const texts = [
    ...NEARLY,
    ...starts.flatMap((start) => [start, `${start}a1`]),
    ...names.map((name) => `${name}=`),
  ];
  const slow: SlowText[] = [];
  for (const text of new Set(texts)) {
    const start = performance.now();
    await maskSecrets([{
      path: "a.ts",
      startLine: 1,
      text: text.repeat(Math.ceil(LENGTH / text.length)),
    }]);
    slow.push({ text, ms: performance.now() - start });
  }
  return slow.sort((a, b) => b.ms - a.ms).slice(0, 10);
}
