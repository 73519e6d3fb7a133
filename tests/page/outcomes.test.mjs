// The page calls the outcomes of attempts as reports and course records do, in both languages. Needs no browser.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Outcome, outcomeName, speak } from "./page_outcomes.mjs";
import { scenes } from "./support.mjs";

test("the page's words for outcomes are those of scenes/exercise/outcomes.cpp, for every outcome", () => {
  const source = fs.readFileSync(path.join(scenes, "exercise/outcomes.cpp"), "utf8");
  const theirs = Object.fromEntries([...source.matchAll(/case Outcome::(\w+):\s*return \{"([^"]*)", "([^"]*)"\}/g)].map(([, name, en, ru]) => [name, [en, ru]]));
  const ours = Object.fromEntries(Object.entries(Outcome).filter(([, value]) => typeof value === "number").map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ["en", "ru"].map((language) => {
      speak(language);
      return outcomeName(value);
    }),
  ]));
  assert.equal(Object.keys(theirs).length, 7);
  assert.deepEqual(ours, theirs);
});
