import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathsIn } from '../../../src/infrastructure/data-dir/data-dir.js';
import { fileInPlace } from '../../../src/infrastructure/data-dir/disk-watch.js';

const root = mkdtempSync(join(tmpdir(), 'posthorn-in-place-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('tells a folder that was moved away, replaced, or put back', () => {
  const dataDir = join(root, 'data');
  const make = (): void => {
    mkdirSync(dataDir);
    writeFileSync(pathsIn(dataDir).eventLog, 'events');
  };
  make();
  const isInPlace = fileInPlace(pathsIn(dataDir).eventLog);
  expect(isInPlace()).toBe(true);
  renameSync(dataDir, join(root, 'aside'));
  expect(isInPlace()).toBe(false);
  make();
  expect(isInPlace()).toBe(false);
  rmSync(dataDir, { recursive: true });
  renameSync(join(root, 'aside'), dataDir);
  expect(isInPlace()).toBe(true);
});
