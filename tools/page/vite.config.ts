// How the page is bundled: relative addresses and fixed file names, because the daemon serves it from memory.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  resolve: { alias: { "#protocol": fileURLToPath(new URL("./generated", import.meta.url)) } },
  worker: { format: "es", rollupOptions: { output: { entryFileNames: "assets/[name].js" } } },
  build: {
    target: "es2022",
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        entryFileNames: "assets/page.js",
        assetFileNames: "assets/[name][extname]",
        chunkFileNames: "assets/[name].js",
      },
    },
  },
});
