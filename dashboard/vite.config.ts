import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** `vite --config dashboard/vite.config.ts` serves the page with its data from this server. */
const server = process.env.POSTHORN_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: here('../dist/dashboard'),
    // The folder is outside `root`, so Vite empties it only with this option; nothing else of dist/ is touched.
    emptyOutDir: true,
    // Files, not data: URLs, so that the page's policy can name its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // scripts/finish-dashboard.js adds up what a first visit loads.
    manifest: true,
    rolldownOptions: {
      output: {
        // What every room stands on is one file: a hundred small ones compress worse and take longer.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react(-dom)?|scheduler|@tanstack|@floating-ui|@mantine\/(hooks|store))\//,
            },
            // So is what most rooms use of the library and of our own pieces.
            // Icons are small: a file for each would be half overhead.
            { name: 'icons', test: /@tabler/, minShareCount: 2 },
            { name: 'common', test: /@mantine\/core|@tabler|src\/(ui|api|messages)\//, minShareCount: 10 },
          ],
        },
      },
    },
  },
  server: {
    // The server believes a cookie only where the request is of its own origin: the proxy says so for the page that it serves.
    proxy: Object.fromEntries(
      ['/dashboard-api', '/api-keys'].map((path) => [
        path,
        { target: server, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
});
