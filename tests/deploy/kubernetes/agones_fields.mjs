// Agones' fields that our manifests may have, from its documentation: no package carries its schemas. The pods in it are
// Kubernetes' own, and held against those.

const text = "string", number = "number", labels = "labels", pod = "pod";
const oneOf = (...words) => words;

const health = { disabled: "boolean", initialDelaySeconds: number, periodSeconds: number, failureThreshold: number };
const port = { name: text, range: text, portPolicy: oneOf("Dynamic", "Static", "Passthrough", "None"), container: text, containerPort: number,
  hostPort: number, protocol: oneOf("TCP", "UDP", "TCPUDP") };
const gameServer = {
  container: text, ports: [port], health, sdkServer: { logLevel: oneOf("Debug", "Info", "Error"), grpcPort: number, httpPort: number },
  scheduling: oneOf("Packed", "Distributed"), template: pod,
};
const metadata = { name: text, namespace: text, labels, annotations: labels };
export const agonesKinds = {
  Fleet: {
    apiVersion: oneOf("agones.dev/v1"), kind: text, metadata,
    spec: {
      replicas: number, scheduling: oneOf("Packed", "Distributed"),
      strategy: { type: oneOf("Recreate", "RollingUpdate"), rollingUpdate: { maxSurge: text, maxUnavailable: text } },
      template: { metadata: { labels, annotations: labels }, spec: gameServer },
    },
  },
  GameServerAllocation: {
    apiVersion: oneOf("allocation.agones.dev/v1"), kind: text, metadata,
    spec: {
      selectors: [{ matchLabels: labels, gameServerState: oneOf("Ready", "Allocated") }], scheduling: oneOf("Packed", "Distributed"),
      metadata: { labels, annotations: labels },
    },
  },
};

/** What is wrong with `value` by `rule`, as lines that begin with its path. Pods are put into `pods`. */
export function agonesFaults(value, rule, path, pods) {
  if (rule === pod) {
    pods.push(value);
    return [];
  }
  if (rule === labels) return Object.entries(value).filter(([, word]) => typeof word !== "string").map(([key]) => `${path}.${key}: not a text`);
  if (typeof rule === "string") return typeof value === rule ? [] : [`${path}: not a ${rule}`];
  if (Array.isArray(rule) && typeof rule[0] === "string") return rule.includes(value) ? [] : [`${path}: ${value}; allowed: ${rule.join(", ")}`];
  if (Array.isArray(rule)) {
    if (!Array.isArray(value)) return [`${path}: not a list`];
    return value.flatMap((entry, i) => agonesFaults(entry, rule[0], `${path}[${i}]`, pods));
  }
  if (typeof value !== "object" || value === null) return [`${path}: not an object`];
  return Object.entries(value).flatMap(([key, entry]) =>
    key in rule ? agonesFaults(entry, rule[key], `${path}.${key}`, pods) : [`${path}.${key}: unknown field; allowed: ${Object.keys(rule).join(", ")}`]);
}
