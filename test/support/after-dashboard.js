import afterRun from './after-run.js';

/** After a run of the dashboard's suites. */
export default async function afterDashboard() {
  await globalThis.posthornBrowser.close();
  await afterRun();
}
