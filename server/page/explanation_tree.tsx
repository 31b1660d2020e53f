import type { Explanation } from "@dossier/core/rank";
import type { JSX } from "hono/jsx/jsx-runtime";
import { PlainText } from "./plain_text.tsx";

const SHOWN_DIGITS = 4;

/** Levels that are open at first. */
const OPEN_LEVELS = 2;

/** A tree that says where a number comes from; each node can be closed. */
export function ExplanationTree(
  { explanation }: { readonly explanation: Explanation },
): JSX.Element {
  return (
    <ul class="tree">
      <TreeNode explanation={explanation} depth={0} />
    </ul>
  );
}

function TreeNode({ explanation, depth }: {
  readonly explanation: Explanation;
  readonly depth: number;
}): JSX.Element {
  const { value, description, operation, details = [] } = explanation;
  const line = (
    <>
      <b>{Number(value.toPrecision(SHOWN_DIGITS))}</b> <PlainText text={description} />
    </>
  );
  if (details.length === 0) return <li>{line}</li>;
  return (
    <li>
      <details open={depth < OPEN_LEVELS}>
        <summary>
          {line}
          <span class="faint">, {operation} of {details.length}</span>
        </summary>
        <ul>{details.map((detail) => <TreeNode explanation={detail} depth={depth + 1} />)}</ul>
      </details>
    </li>
  );
}
