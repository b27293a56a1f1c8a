import { existsSync } from 'node:fs';
import type { EventStore } from '../../application/ports/event-store.js';
import type { LogHead } from '../../application/verify/log-head.js';
import { type Recording, recordVerification } from '../../application/verify/record-verification.js';
import type { Verification } from '../../application/verify/verify-log.js';
import type { Config } from '../../infrastructure/config/config.js';
import { pathsIn, requireWhole } from '../../infrastructure/data-dir/data-dir.js';
import { createEventCodec } from '../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../programs/resources/resources.js';
import { openEventLog } from '../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { logPorts } from '../../infrastructure/system/log-ports.js';
import { vaultPaths } from '../../infrastructure/vault/sqlite/paths.js';
import { openLogForReading, provenanceOf } from './shared/installation.js';

/** Where a result went; where it is not in the log, why, in a sentence. */
export type Recorded = { readonly recorded: true } | { readonly recorded: false; readonly because: string };

const reasons: Readonly<Record<Exclude<Recording, 'recorded'>, string>> = {
  'moved-away': 'This installation has moved to other engines, and nothing is written here any more.',
  unavailable: 'The log did not take it.',
};

/** Appends what was found; needs no key. A verification is worth no less where that fails: it never throws. */
export async function recordIn(
  config: Config,
  verification: Verification,
  published: LogHead | undefined,
): Promise<Recorded> {
  if (config.engines === null && !existsSync(vaultPaths(config.dataDir).database)) {
    return { recorded: false, because: 'There is no vault beside this log, so it is taken for a copy.' };
  }
  try {
    const recording = await appending(config, (store) => {
      const ports = logPorts({
        store,
        codec: createEventCodec({ registry: eventRegistry }),
        keys: { getMany: async () => new Map() },
      });
      return recordVerification(ports, verification, published, provenanceOf('verify', ports, null));
    });
    return recording === 'recorded' ? { recorded: true } : { recorded: false, because: reasons[recording] };
  } catch (error) {
    return { recorded: false, because: `The log cannot be written: ${reasonOf(config, error)}.` };
  }
}

/** What an engine's driver says may quote an address. */
function reasonOf({ engines }: Config, error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return engines === null ? error.message.replace(/\.$/, '') : error.name;
}

async function appending<Result>(config: Config, work: (store: EventStore) => Promise<Result>): Promise<Result> {
  const { store, close } = await openForAppending(config);
  try {
    return await work(store);
  } finally {
    await close();
  }
}

async function openForAppending(config: Config): Promise<{ store: EventStore; close: () => Promise<void> }> {
  if (config.engines !== null) {
    const store = await openLogForReading(config);
    return { store, close: () => store.close() };
  }
  requireWhole(config.dataDir);
  const { store, writer } = await openEventLog(pathsIn(config.dataDir).eventLog);
  const close = async (): Promise<void> => {
    await store.close();
    await writer.close();
  };
  return { store, close };
}
