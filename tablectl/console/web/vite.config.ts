import { defineConfig } from "vite";

// No inlined assets: the pages' security policy allows neither inline scripts nor data: addresses.
export default defineConfig({
  build: { outDir: "../static", emptyOutDir: true, assetsInlineLimit: 0, license: { fileName: "licenses.md" }, modulePreload: { polyfill: false }, target: "es2022" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
