import type {
  ConfigFacts,
  Facts,
  FolderFacts,
  ProgramFacts,
  ReadModelFacts,
  VaultFacts,
} from '../../src/application/doctor/facts.js';
import type { LogFacts } from '../../src/application/doctor/log-facts.js';

export const nowMs = Date.parse('2026-03-02T12:00:00.000Z');

/** ISO 8601, so long before {@link nowMs}. */
export const ago = (milliseconds: number): string => new Date(nowMs - milliseconds).toISOString();

export const megabytes = 1024 * 1024;
export const minutes = 60_000;
export const hours = 60 * minutes;
export const days = 24 * hours;

const config: ConfigFacts = {
  dataDir: '/var/lib/posthorn',
  host: '0.0.0.0',
  publicUrl: 'https://mail.example.com',
  roles: ['api', 'smtp', 'delivery', 'projections'],
  deliveryMode: {
    kind: 'relay',
    relay: { host: 'relay.example.com', implicitTls: true, verify: true, credentials: {} },
  },
  heloName: 'mail.example.com',
  mx: { port: 25, allowPrivate: false },
  masterKey: '00'.repeat(32),
  preverifiedDomains: ['example.com'],
  sandboxDomains: ['posthorn.test'],
  notices: { from: 'posthorn@example.com', to: ['ops@example.com'] },
  rateLimitPerSecond: 10,
  quotas: { daily: null, monthly: null },
  requestLogDays: 30,
  sealEveryMs: minutes,
  allowPrivateFetch: false,
  allowPrivateLinks: false,
  overruled: [],
};

const program: ProgramFacts = {
  serverRuns: true,
  nodeVersion: '22.3.0',
  leastNodeVersion: '20.19.0',
  clockSteppedMs: 0,
};

const folder: FolderFacts = {
  mode: 0o700,
  writable: true,
  freeBytes: 500_000 * megabytes,
  totalBytes: 1_000_000 * megabytes,
  files: [
    { name: 'eventlog.sqlite', bytes: 600 * megabytes, mode: 0o644, modifiedMs: nowMs },
    { name: 'eventlog.sqlite-wal', bytes: 4 * megabytes, mode: 0o644, modifiedMs: nowMs },
    { name: 'read.sqlite', bytes: 400 * megabytes, mode: 0o644, modifiedMs: nowMs },
    { name: 'master.key', bytes: 65, mode: 0o600, modifiedMs: nowMs - days },
  ],
  halfRestored: false,
  movedAside: [{ name: 'before-restore-2026-03-01T12-00-00-000Z', modifiedMs: nowMs - days }],
  lastBackup: { backupId: 'backup-2', takenAt: ago(hours), checkedAt: ago(hours) },
};

const log: LogFacts = {
  events: 1_000_000,
  head: '00000000000001000000',
  newestAt: ago(2_000),
  largestStepBackMs: 20,
  lastDay: { events: 10_000, hours: 24 },
  installationId: 'installation-1',
  foreign: { events: 0, streams: 0, names: [] },
  keyStoreId: 'vault-1',
  eventFormat: { found: 90, known: 90 },
  restore: { backupId: 'backup-1', restoredAt: ago(days), held: false },
  heldWork: { broadcasts: [], imports: [], confirmations: 0, emails: 0 },
  seal: { number: 7, at: ago(30_000) },
  unsealed: { events: 5, oldestAt: ago(20_000) },
  lastVerified: { at: ago(days), events: 990_000, seals: 6, broken: null },
  openErasures: [],
  processManagers: [
    {
      name: 'erasure-finisher',
      savedAt: ago(9 * days),
      position: '00000000000000000500',
      undoneSince: null,
      afterMs: 0,
    },
    {
      name: 'mail-retention',
      savedAt: ago(minutes),
      position: '00000000000000000700',
      undoneSince: ago(31 * days),
      afterMs: 30 * days,
    },
    { name: 'orphan-sweep', savedAt: ago(hours), position: null, undoneSince: null, afterMs: 0 },
    {
      name: 'submission-opener',
      savedAt: ago(20_000),
      position: '00000000000000999000',
      undoneSince: ago(15_000),
      afterMs: 0,
    },
  ],
  unknownOutcomes: { events: 0, newestAt: null },
  relay: null,
  direct: [],
  lastRetiredAt: null,
};

const readModels: ReadModelFacts = {
  builtFrom: 'installation-1',
  projections: [
    { name: 'emails@3', checkpoint: '00000000000001000000', behindEvents: 0, behindSince: null, standsStill: false },
    {
      name: 'pending@5',
      checkpoint: '00000000000000999999',
      behindEvents: 1,
      behindSince: ago(300),
      standsStill: false,
    },
  ],
  pending: { unsettled: 9, due: 3, dueSince: ago(2_000), later: 4, openClaims: 2, claimsPastDeadline: 0 },
  scheduled: 1,
  // Failures of a moment, and a report that is a few seconds old, are nothing to speak of.
  webhooks: {
    enabled: 1,
    troubled: [{ id: 'webhook-1', why: null, retrying: 2, failingSince: ago(30 * minutes), behindSince: ago(9_000) }],
  },
  noticeSender: 'sends',
  usage: [{ teamId: 'team-1', daily: 100, monthly: 3_000 }],
};

const vault: VaultFacts = {
  keyStoreId: 'vault-1',
  masterKey: 'fits',
  destroyedLog: { bytes: 500, appliedBytes: 500 },
  oldestRequestLogAt: ago(30 * days),
};

/** What a case changes of an installation in which nothing is wrong. */
export interface Changes {
  readonly config?: Partial<ConfigFacts>;
  readonly program?: Partial<ProgramFacts>;
  readonly folder?: Partial<FolderFacts>;
  readonly log?: Partial<LogFacts>;
  readonly readModels?: Partial<Omit<ReadModelFacts, 'pending'>>;
  readonly pending?: Partial<ReadModelFacts['pending']>;
  readonly vault?: Partial<VaultFacts>;
  /** Parts that are not there or cannot be read, and the like. */
  readonly parts?: Partial<Facts>;
}

/** A relaying server at work, in order but for these changes. */
export function factsWith(changes: Changes = {}): Facts {
  return {
    nowMs,
    config: { ...config, ...changes.config },
    program: { ...program, ...changes.program },
    folder: { state: 'read', facts: { ...folder, ...changes.folder } },
    log: { state: 'read', facts: { ...log, ...changes.log } },
    readModels: {
      state: 'read',
      facts: { ...readModels, ...changes.readModels, pending: { ...readModels.pending, ...changes.pending } },
    },
    vault: { state: 'read', facts: { ...vault, ...changes.vault } },
    certificate: null,
    sendingHost: { kind: 'unknown', because: 'a relay sends the email' },
    inbound: { kind: 'unknown', because: 'INBOUND_PORT is off' },
    newerFiles: [],
    integrity: null,
    shared: null,
    ...changes.parts,
  };
}
