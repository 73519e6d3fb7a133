// A chart of what stands still.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chartRange } from "../src/ui/station/chart_range";

test("a quantity that moves has the range that it needs", () => assert.deepEqual(chartRange(-3, 8.5, 1), [-3, 8.5]));

test("one that stands still is shown to the last digit of its figure, and no finer", () => {
  assert.deepEqual(chartRange(-2e-17, -1e-17, 1), [-0.1, 0.1]);
  assert.deepEqual(chartRange(5.04, 5.04, 0), [4, 6]);
  const [lower, upper] = chartRange(0.038, 0.038, 2);
  assert.ok(lower < 0.038 && upper > 0.038);
});
