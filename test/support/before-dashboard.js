import { chromium } from 'playwright-core';
import beforeRun from './before-run.js';
import freshBundle from './fresh-bundle.js';

/** Before a run of the dashboard's suites: one browser for all of its files, which have contexts of their own in it. */
export default async function beforeDashboard() {
  beforeRun();
  freshBundle('api-types', 'dashboard', 'reference');
  globalThis.posthornBrowser = await chromium.launchServer({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      // Containers run tests as root, where Chromium's own sandbox cannot start. Frames' sandboxes are not touched.
      '--no-sandbox',
      // There is none on a server, and an imitated one takes a fifth more of the processor.
      '--disable-gpu',
      // `plainHost` of test/dashboard/open-app.ts.
      '--host-resolver-rules=MAP posthorn.example 127.0.0.1',
    ],
  });
  process.env.POSTHORN_BROWSER = globalThis.posthornBrowser.wsEndpoint();
  process.env.POSTHORN_BROWSER_PID = String(globalThis.posthornBrowser.process().pid);
}
