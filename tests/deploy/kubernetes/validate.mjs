// Manifests: each against the published schema, and as a literal of its published type, which knows every key; Agones' kinds
// against a list of ours, and the pods in them as Kubernetes' own.
//   node validate.mjs MANIFEST... [--refused MANIFEST WORD]...    JSON, one or a list in a file; ends with 1 and says what is
//   wrong with any, or which of those to be refused is not, with the word
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { agonesFaults, agonesKinds } from "./agones_fields.mjs";

const groups = { Job: "batch/v1", Namespace: "v1", PersistentVolumeClaim: "v1", PodTemplate: "v1", NetworkPolicy: "networking.k8s.io/v1",
  PriorityClass: "scheduling.k8s.io/v1" };
/** What is wrong, by file. */
const faults = new Map();
/** Whose manifest the literal of this number is. */
const literals = [];

async function validate(file, manifest) {
  const say = (what) => faults.get(file).push(what);
  const { kind } = manifest;
  if (Object.hasOwn(agonesKinds, kind)) {
    const pods = [];
    for (const fault of agonesFaults(manifest, agonesKinds[kind], kind, pods)) say(fault);
    for (const template of pods) await validate(file, { apiVersion: "v1", kind: "PodTemplate", template });
    return;
  }
  if (!Object.hasOwn(groups, kind)) {
    say(`${kind}: no kind of ours; allowed: ${[...Object.keys(groups), ...Object.keys(agonesKinds)].join(", ")}`);
    return;
  }
  const module = `kubernetes-models/${groups[kind]}`;
  try {
    new (await import(module))[kind](manifest).validate();
  } catch (error) {
    say(`${kind}: ${error.message}`);
  }
  // A literal with a key that its type does not have is an error of TypeScript; the schemas let it pass.
  writeFileSync(`literals/${literals.length}.ts`, `import type { I${kind} } from "${module}";\nexport const literal: I${kind} = ${JSON.stringify(manifest, null, 1)};\n`);
  literals.push(file);
}

/** One run of the compiler for all: it costs seconds. */
function compile() {
  const names = literals.map((_, i) => `literals/${i}.ts`);
  const { stdout } = spawnSync("node_modules/.bin/tsc", ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", ...names], { encoding: "utf8" });
  let file = literals[0];
  for (const line of stdout.split("\n").filter((text) => text !== "")) {
    const number = /^literals\/(\d+)\.ts\(/.exec(line);
    // Further lines of an error are indented.
    if (number) file = literals[number[1]];
    faults.get(file).push(line);
  }
}

const first = process.argv.indexOf("--refused");
const good = process.argv.slice(2, first < 0 ? undefined : first);
const refused = [];
for (let i = first; i >= 0 && i < process.argv.length; i += 3) refused.push({ file: process.argv[i + 1], word: process.argv[i + 2] });
rmSync("literals", { recursive: true, force: true });
mkdirSync("literals");
for (const file of [...good, ...refused.map((one) => one.file)]) {
  faults.set(file, []);
  const read = JSON.parse(readFileSync(file, "utf8"));
  for (const manifest of Array.isArray(read) ? read : [read]) await validate(file, manifest);
}
compile();
let wrong = 0;
for (const file of good) {
  for (const fault of faults.get(file)) console.log(`${file}: ${fault}`);
  wrong ||= faults.get(file).length;
}
for (const { file, word } of refused) {
  if (faults.get(file).some((fault) => fault.includes(word))) continue;
  console.log(`${file}: not refused with ${word}; said of it: ${faults.get(file).join("; ") || "nothing"}`);
  wrong = 1;
}
process.exit(wrong ? 1 : 0);
