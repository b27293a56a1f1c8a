import type { MessagePort } from 'node:worker_threads';
import type { DeliveryOutcome } from '../../application/delivery/delivery-ports.js';
import type { AppendResult } from '../../application/ports/event-store.js';
import type { Config } from '../config/config.js';

/** What `delivery.worker.ts` is started with. */
export interface DeliveryWorkerData {
  readonly config: Config;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** A line to the log's writer thread, and one to the vault's. */
  readonly eventLogPort: MessagePort;
  readonly vaultPort: MessagePort;
  /** Where the catcher listens on loopback. */
  readonly catcherPort: number;
  /** Of the last restore or migration, ISO 8601; null where there never was one. */
  readonly copiedAt: string | null;
}

/** `wake`: what is pending has changed. `stop`: the orderly end, answered with `stopped`. */
export type DeliveryOrder = 'wake' | 'stop';

/** A line for the log: ids and reasons, never content. */
export interface LogLine {
  readonly kind: 'log';
  readonly level: 'warn' | 'error';
  readonly fields: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** What has happened since the last one. */
export interface Counted {
  readonly kind: 'counted';
  readonly attempts: ReadonlyMap<DeliveryOutcome, number>;
  readonly appends: ReadonlyMap<AppendResult['result'], number>;
}

/** What the thread says: `started` and `stopped` once each. */
export type DeliveryNotice = { readonly kind: 'started' } | { readonly kind: 'stopped' } | LogLine | Counted;
