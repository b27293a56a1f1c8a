import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `vite --config dashboard/vite.config.ts` serves the page with its data from this server. */
const apiOrigin = process.env.POSTHORN_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: here('.'),
  base: '/',
  plugins: [react()],
  build: {
    outDir: here('../dist/dashboard'),
    // The folder is outside `root`, so Vite has to be told that it may be emptied; nothing else of dist/ is touched.
    emptyOutDir: true,
    // Files, not data: URLs, so that the page's policy can name its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/emails': apiOrigin,
      '/logs': apiOrigin,
      '/usage': apiOrigin,

      '/dashboard-api': apiOrigin,
    },
  },
});
