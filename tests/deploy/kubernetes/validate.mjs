// Manifests: each against the published schema, and as a literal of its published type, which knows every key; Agones' kinds
// against a list of ours, and the pods in them as Kubernetes' own.
//   node validate.mjs MANIFEST...    JSON, one or a list in a file; ends with 1 and says what is wrong with any
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { agonesFaults, agonesKinds } from "./agones_fields.mjs";

const groups = { Job: "batch/v1", Namespace: "v1", PersistentVolumeClaim: "v1", PodTemplate: "v1", NetworkPolicy: "networking.k8s.io/v1",
  PriorityClass: "scheduling.k8s.io/v1" };
let wrong = 0;
const say = (file, what) => {
  console.log(`${file}: ${what}`);
  wrong = 1;
};

async function validate(file, manifest) {
  const { kind } = manifest;
  if (Object.hasOwn(agonesKinds, kind)) {
    const pods = [];
    for (const fault of agonesFaults(manifest, agonesKinds[kind], kind, pods)) say(file, fault);
    for (const template of pods) await validate(file, { apiVersion: "v1", kind: "PodTemplate", template });
    return;
  }
  if (!Object.hasOwn(groups, kind)) {
    say(file, `${kind}: no kind of ours; allowed: ${[...Object.keys(groups), ...Object.keys(agonesKinds)].join(", ")}`);
    return;
  }
  const module = `kubernetes-models/${groups[kind]}`;
  try {
    new (await import(module))[kind](manifest).validate();
  } catch (error) {
    say(file, `${kind}: ${error.message}`);
  }
  // A literal with a key that its type does not have is an error of TypeScript; the schemas let it pass.
  writeFileSync("literal.ts", `import type { I${kind} } from "${module}";\nexport const literal: I${kind} = ${JSON.stringify(manifest, null, 1)};\n`);
  try {
    execFileSync("node_modules/.bin/tsc", ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "literal.ts"]);
  } catch (error) {
    say(file, `${kind}: ${error.stdout}`);
  }
}

for (const file of process.argv.slice(2)) {
  const read = JSON.parse(readFileSync(file, "utf8"));
  for (const manifest of Array.isArray(read) ? read : [read]) await validate(file, manifest);
}
process.exit(wrong);
