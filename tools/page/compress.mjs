// Script: beside every built file that gains by it the same compressed, by brotli (.br) and gzip (.gz), which the daemon
// sends to browsers that take it.
// usage: node compress.mjs FOLDER
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";

/** Smaller files fit one packet as they are. */
const fewestBytes = 1024;

for (const entry of fs.readdirSync(process.argv[2], { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.path, entry.name);
  if (!entry.isFile() || /\.(br|gz|png|woff2)$/.test(file)) continue;
  const content = fs.readFileSync(file);
  if (content.length < fewestBytes) continue;
  const size = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(content, { params: size }));
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
}
