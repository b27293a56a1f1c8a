import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import freshBundle from './fresh-bundle.js';

/** Before a run: the bundle, and a folder for the templates of data folders, which the run's tests make as they need them. */
export default function makeTemplatesFolder() {
  freshBundle();
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
  process.env.POSTHORN_TEMPLATES = folder;
  // The servers of its workers end with the run.
  writeFileSync(join(folder, 'pid'), String(process.pid));
}
