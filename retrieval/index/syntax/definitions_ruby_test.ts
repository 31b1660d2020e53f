import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `# Keeps workers.
#
# Slowly.
module App::Core
  LIMIT = 10
  class Pool < Base
    attr_reader :size
    # Runs one.
    def run(task, wait: true)
      task.call
    end
    def self.shared; end
    class << self
      def open; end
    end
    private def hidden; end
    def size=(value)
      @size = value
    end
    def ==(other); end
    Point = Struct.new(:x) do
      def norm; end
    end
  end
end
included do
  def mixed; end
end
def helper
end
class Empty < Base
end
`;

Deno.test("extractSymbols() finds the definitions of Ruby, singleton methods too", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "ruby"), [
    "4-25 module App::Core",
    "5-5 constant App.Core::LIMIT",
    "6-24 class App.Core::Pool",
    "9-11 method App.Core.Pool::run",
    "12-12 method App.Core.Pool::shared",
    "14-14 method App.Core.Pool::open",
    "16-16 method App.Core.Pool::hidden",
    "17-19 method App.Core.Pool::size=",
    "20-20 method App.Core.Pool::==",
    "21-23 class App.Core.Pool::Point",
    "22-22 method App.Core.Pool.Point::norm",
    "27-27 function ::mixed",
    "29-30 function ::helper",
    "31-32 class ::Empty",
  ]);
  const symbols = await extractSymbols(SAMPLE, "ruby");
  assert.equal(symbols?.[0]?.doc, "Keeps workers. Slowly.");
  assert.equal(symbols?.[3]?.doc, "Runs one.");
  assert.equal(symbols?.[3]?.signature, "def run(task, wait: true)");
  assert.equal(symbols?.at(-1)?.signature, "class Empty < Base");
});
