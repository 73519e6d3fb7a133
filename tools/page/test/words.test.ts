// Every sentence that the page says has its Russian.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { russian } from "../src/words/ru";

/** Tests run in the page's folder. */
const folder = process.cwd();

function sources(at: string): string[] {
  return fs.readdirSync(at, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(at, entry.name);
    return entry.isDirectory() ? sources(file) : file.endsWith(".ts") && !file.endsWith("ru.ts") ? [fs.readFileSync(file, "utf8")] : [];
  });
}

/** Signs and names that are the same in both languages. */
const same = /^(|[xyz]|N|axis|\.|, )$/;

test("every sentence in the sources and in index.html has its Russian", () => {
  const said = new Set<string>();
  for (const text of sources(path.join(folder, "src"))) {
    for (const [, sentence] of text.matchAll(/\bwords\(\s*"((?:[^"\\]|\\.)*)"/g)) said.add(sentence);
  }
  const page = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  for (const [, text] of page.matchAll(/\sdata-words[^>]*>([^<]*)</g)) said.add(text.trim().replace(/\s+/g, " "));
  for (const [, text] of page.matchAll(/\s(?:title|aria-label|placeholder)="([^"]*)"/g)) said.add(text);
  assert.ok(said.size > 150, `${said.size}`);
  assert.deepEqual([...said].filter((sentence) => !same.test(sentence) && !(sentence in russian)), []);
});
