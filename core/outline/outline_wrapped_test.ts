import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language = "tsx"): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds functions that are wrapped in a call, also in a component", () => {
  const text =
    `export const Panel = memo(forwardRef<HTMLElement, Props>(function Panel({ rows }, ref) {
  const chooseRow = useCallback((row) => {
    onChoose(row);
  }, [onChoose]);
  const save = React.useCallback<(row: Row) => void>(
    async (row) => {
      await store(row);
    },
    [store],
  );
  const resetRows = () => {
    onChoose(null);
  };
  const total = useMemo(() => rows.length, [rows]);
  const search = debounce(term => find(term), 300);
  const Box = styled.div((props) => ({ color: props.color }));
  return rows;
}));
export const fetchUser = createAsyncThunk("users/fetch", async (id: string) => {
  return await get(id);
});
exports.getUser = asyncHandler(async (request, response) => {
  response.send();
});
class App {
  onKeyDown = withBatchedUpdates((event: KeyboardEvent) => {
    this.close();
  });
  private handlers = {
    open: throttle(() => 1),
  };
}
const lazyPanel = lazy(() => import("./panel"));
`;
  assert.deepEqual(outline(text), [
    "1-18 function Panel",
    "2-4 function Panel.chooseRow",
    "5-10 function Panel.save",
    "11-13 function Panel.resetRows",
    "14-14 function Panel.total",
    "15-15 function Panel.search",
    "16-16 function Panel.Box",
    "19-21 function fetchUser",
    "22-24 function getUser",
    "25-32 class App",
    "26-28 method App.onKeyDown",
    "33-33 function lazyPanel",
  ]);
});

Deno.test("outlineSymbols() does not read the result of a function as a function", () => {
  const text = `function Panel() {
  const ids = rows.map((row) => row.id);
  const user = useSelector((state) => state.user);
  const timer = setTimeout(() => close(), 10);
  const result = await load(() => 1);
  const made = new Promise((resolve) => resolve(1));
  const error = assertThrows(() => close());
  const sum = add((1 + 2) * 3);
}
`;
  assert.deepEqual(outline(text), ["1-9 function Panel"]);
  assert.deepEqual(outline("const ids = rows.map((row) => row.id);\n"), ["1-1 constant ids"]);
});

Deno.test("outlineSymbols() finds members whose names are modifiers or in quotes", () => {
  const text = `class Cache {
  static get = <T>(key: string) => {
    return key;
  };
  set = (key: string) => key;
  get size() { return 1; }
  private sort<
    T extends Row,
  >(rows: T[]) {
    return rows;
  }
}
const signers = {
  "hmac-sha256": () => 1,
};
`;
  assert.deepEqual(outline(text, "typescript"), [
    "1-12 class Cache",
    "2-4 method Cache.get",
    "5-5 method Cache.set",
    "6-6 method Cache.size",
    "7-11 method Cache.sort",
    "13-15 constant signers",
    "14-14 method signers.hmac-sha256",
  ]);
});
