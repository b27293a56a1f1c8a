import { chromium } from 'playwright-core';
import makeTemplatesFolder from './make-templates-folder.js';

/** Before a run of the dashboard's suites: one browser for all of its files, which have contexts of their own in it. */
export default async function beforeDashboard() {
  makeTemplatesFolder();
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
}
