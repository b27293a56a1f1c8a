import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import freshBundle from './fresh-bundle.js';

/**
 * Before a run, once for all of its projects: the bundle, and a folder for the templates of data folders, which the run's tests make
 * as they need them.
 */
export default function beforeRun() {
  if (globalThis.posthornRun !== undefined) return;
  freshBundle();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
  process.env.POSTHORN_TEMPLATES = folder;
  globalThis.posthornRun = folder;
  // The servers of its workers end with the run.
  writeFileSync(join(folder, 'pid'), String(process.pid));
}
