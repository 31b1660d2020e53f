import { fileURLToPath } from "node:url";
import { testStateStore } from "../../../tests/conformance/state_store.ts";
import { openState } from "./open_state.ts";

const HOLDER = fileURLToPath(import.meta.resolve("../../../tests/runs/state_holder.ts"));

testStateStore({
  name: "the state in a SQLite file",
  open: openState,
  hangingCommand: (folder) => [Deno.execPath(), "run", "-A", HOLDER, folder, "transaction"],
});
