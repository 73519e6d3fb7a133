// How the page is bundled: relative addresses and fixed file names, because the daemon serves it from memory.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  base: "./",
  resolve: { alias: { "#protocol": local("./generated") } },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name].js" } } },
  build: {
    target: "es2022",
    chunkSizeWarningLimit: 1200,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The page, and the picture alone for pages of others, which import what it exports.
      input: { page: local("./index.html"), viewer: local("./src/embed.ts") },
      preserveEntrySignatures: "exports-only",
      output: {
        entryFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
        chunkFileNames: "assets/shared_[name].js",
      },
    },
  },
});
