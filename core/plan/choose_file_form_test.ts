import assert from "node:assert/strict";
import { chooseFileForm } from "./choose_file_form.ts";

Deno.test("N-12 chooseFileForm() shows 400 lines and 100 KiB whole, and one more as an outline", () => {
  const forms = [[400, 102_400], [401, 10], [1, 102_401], [0, 0]].map(([lines = 0, bytes = 0]) =>
    chooseFileForm({ lines, bytes }, { maxFileSizeKb: 100 })
  );
  assert.deepEqual(forms, ["whole", "outline", "outline", "whole"]);
});
