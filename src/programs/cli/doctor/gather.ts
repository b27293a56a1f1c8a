import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Facts, IntegrityFacts, Readable } from '../../../application/doctor/facts.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { isInUse, lockDamage, pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { inspectDataDir } from '../../../infrastructure/data-dir/inspect.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { lookAt } from '../../../infrastructure/sqlite/look-at.js';
import { quickCheck } from '../../../infrastructure/sqlite/quick-check.js';
import { vaultPaths } from '../../../infrastructure/vault/sqlite/paths.js';
import { dataFiles } from '../../engines/embedded/sound-files.js';
import { gatherCertificate } from './gather-certificate.js';
import { gatherInbound } from './gather-inbound.js';
import { gatherLog } from './gather-log.js';
import { gatherReadModels } from './gather-read-models.js';
import { gatherVault } from './gather-vault.js';
import { gatherSendingHost } from './gather-sending-host.js';
import { programFacts } from './program-facts.js';

/** Everything that the checks look at. Opens every file for reading only; makes and repairs nothing. */
export async function gatherFacts(config: Config, deep: boolean): Promise<Facts> {
  if (config.engines !== null) {
    // With the engines' clients, which are slow to load.
    const { gatherShared } = await import('./gather-shared.js');
    return gatherShared(config, config.engines);
  }
  const { dataDir } = config;
  const [nowMs, startedMs] = [systemClock.now(), systemClock.monotonicMs()];
  const { eventLog, readStore } = pathsIn(dataDir);
  const vault = vaultPaths(dataDir).database;
  const facts = {
    nowMs,
    config,
    shared: null,
    folder: inspectDataDir(dataDir),
    log: await reading(eventLog, () => gatherLog(eventLog, config, nowMs)),
    readModels: await reading(readStore, () => gatherReadModels(readStore, eventLog, config, nowMs)),
    vault: await reading(vault, () => gatherVault(config)),
    certificate: await gatherCertificate(config),
    sendingHost: await gatherSendingHost(config),
    inbound: await gatherInbound(config),
    newerFiles: newerFilesIn(dataDir),
    integrity: integrityOf(dataDir, deep),
  };
  const clockSteppedMs = Math.round(systemClock.now() - nowMs - (systemClock.monotonicMs() - startedMs));
  return { ...facts, program: programFacts(isInUse(dataDir), clockSteppedMs) };
}

/** A part that cannot be read is a finding of its own, and the others are looked at all the same. */
async function reading<Part>(path: string, gather: () => Promise<Part>): Promise<Readable<Part>> {
  try {
    return existsSync(path) ? { state: 'read', facts: await gather() } : { state: 'missing' };
  } catch (error) {
    return { state: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

function newerFilesIn(dataDir: string): readonly string[] {
  const existing = dataFiles(dataDir).filter(({ path }) => existsSync(path));
  return existing.flatMap(({ path, format }) => {
    const found = lookAt(path).format;
    return found > format ? [`${basename(path)} has format ${found}, this one knows ${format}`] : [];
  });
}

function integrityOf(dataDir: string, deep: boolean): readonly IntegrityFacts[] {
  const paths = dataFiles(dataDir).map(({ path }) => path);
  const existing = paths.filter((path) => existsSync(path));
  const lock = lockDamage(dataDir);
  return [
    ...(lock === null ? [] : [{ file: basename(pathsIn(dataDir).lock), problems: [lock] }]),
    ...existing.flatMap((path) => {
      const { damage } = lookAt(path);
      const problems = damage !== null ? [damage] : deep ? quickCheck(path) : undefined;
      return problems === undefined ? [] : [{ file: basename(path), problems }];
    }),
  ];
}
