import { known } from '../../src/domain/insight/facts.js';
import type { Facts, InboundAnswer, SharedFacts, WebhookFacts } from '../../src/application/doctor/facts.js';
import { ago, type Changes, days, hours, megabytes, minutes, nowMs } from './doctor-facts.js';

export const relay = { host: 'relay.example.com', implicitTls: true, verify: true, credentials: {} };
export const file = { name: 'eventlog.sqlite', bytes: 1_000, mode: 0o600, modifiedMs: nowMs };
const backupOf = (ageMs: number) => ({ backupId: 'backup-2', takenAt: ago(ageMs), checkedAt: ago(ageMs) });
const unreadable = { state: 'unreadable', reason: 'disk I/O error' } as const;
const manager = { name: 'submission-opener', savedAt: ago(hours), position: '00000000000000000100' };
export const behind = (lagMs: number, standsStill = false) => ({
  projections: [{ name: 'emails@3', checkpoint: null, behindEvents: 40, behindSince: ago(lagMs), standsStill }],
});

const webhook = (facts: Partial<WebhookFacts>): Changes => {
  const nothing = { id: 'w-1', why: null, retrying: 0, failingSince: null, behindSince: null };
  return { readModels: { webhooks: { enabled: 1, troubled: [{ ...nothing, ...facts }] } } };
};
/** Issued so long ago, with so much time left. */
const certificate = (ageMs: number, leftMs: number): Changes => ({
  parts: { certificate: { validFrom: ago(ageMs), validTo: ago(-leftMs) } },
});
const foundInbound = (addresses: readonly string[], answers: InboundAnswer, listensOn = '0.0.0.0'): Changes => ({
  parts: { inbound: known({ host: 'mx.example.com', addresses, answers, listensOn }) },
});
const sending: Changes = { config: { roles: ['delivery', 'projections', 'webhooks'] } };

/** Everything answers and is held, but for these. */
const shared = (changes: Partial<SharedFacts>): Pick<Facts, 'shared' | 'folder'> => ({
  folder: { state: 'missing' },
  shared: {
    engines: [{ name: 'MONGODB_URL', roundTripMs: 2, failure: null, hasSpareRights: false }],
    leases: [{ name: 'projection:pending@5', holder: 'process-2', fence: 1, moves: true }],
    ...changes,
  },
});

/** From one address, with these names in its PTR record. */
const sendingFrom = (names: readonly string[], isListed = false): Facts['sendingHost'] =>
  known({
    helo: 'mail.example.com',
    heloAddresses: known(['192.0.2.1']),
    addresses: [
      {
        address: '192.0.2.1',
        names: known(names),
        lists: [{ zone: 'list.example', isListed: known(isListed) }],
      },
    ],
  });

/** What makes the doctor find it, how grave it is, and what it says. */
export type DoctorCase = readonly [
  code: string,
  severity: 'error' | 'warning' | 'note',
  changes: Changes,
  says: RegExp,
];

const redis = { name: 'REDIS_URL', roundTripMs: 1, failure: null, hasSpareRights: null } as const;

export const doctorCases: readonly DoctorCase[] = [
  // Log, vault, master key
  ['vault-missing', 'error', { parts: { vault: { state: 'missing' } } }, /belongs to vault vault-1/],
  ['wrong-vault', 'error', { vault: { keyStoreId: 'vault-2' } }, /vault-1, and this vault is vault-2/],
  ['wrong-vault', 'error', { vault: { keyStoreId: null } }, /incomplete.*migrate. was interrupted/],
  ['wrong-master-key', 'error', { vault: { masterKey: 'does-not-fit' } }, /a different master key/],
  ['master-key-missing', 'error', { vault: { masterKey: 'missing' } }, /master\.key is missing/],
  [
    'master-key-unreadable',
    'error',
    { vault: { masterKey: 'unreadable' } },
    /cannot be read, or does not contain a key/,
  ],
  ['destroyed-kids-cut', 'error', { vault: { destroyedLog: { bytes: 400, appliedBytes: 500 } } }, /400 bytes, but 500/],
  [
    'destroyed-kids-not-applied',
    'warning',
    {
      vault: { destroyedLog: { bytes: 600, appliedBytes: 500 } },
      program: { serverRuns: false },
      pending: { dueSince: null },
    },
    /100 bytes/,
  ],
  // The log
  ['file-unreadable', 'error', { parts: { log: unreadable } }, /event log cannot be read: disk I\/O error/],
  ['file-unreadable', 'error', { parts: { readModels: unreadable } }, /posthorn replay/],
  [
    'newer-data',
    'error',
    { parts: { newerFiles: ['vault.sqlite has format 2, this one knows 1'] } },
    /newer version of Posthorn \(vault\.sqlite has format 2.*restore a backup from before the upgrade/,
  ],
  [
    'newer-data',
    'error',
    { log: { eventFormat: { found: 91, known: 90 } } },
    /events have format 91, this one knows 90/,
  ],
  ['log-missing', 'error', { parts: { log: { state: 'missing' } } }, /no event log/],
  [
    'no-installation',
    'error',
    {
      parts: {
        log: { state: 'missing' },
        vault: { state: 'missing' },
        readModels: { state: 'missing' },
        folder: { state: 'missing' },
      },
    },
    /There is no Posthorn installation in/,
  ],
  [
    'sealer-stands-still',
    'error',
    { log: { unsealed: { events: 6, oldestAt: ago(4 * minutes) } } },
    /6 events .* 4 minutes/,
  ],
  [
    'unsealed-events',
    'note',
    {
      log: { unsealed: { events: 1, oldestAt: ago(2 * hours) } },
      program: { serverRuns: false },
      pending: { dueSince: null },
    },
    /1 event has no seal/,
  ],
  [
    'log-broken',
    'error',
    {
      log: { lastVerified: { at: ago(days), events: 10, seals: 1, broken: 'team-1 revision 0: its digest is wrong' } },
    },
    /24 hours ago, found the log broken: team-1 revision 0: its digest is wrong\./,
  ],
  [
    'log-verified-long-ago',
    'note',
    { log: { lastVerified: { at: ago(91 * days), events: 10, seals: 1, broken: null } } },
    /last verified 91 days ago/,
  ],
  [
    'erasures-not-completed',
    'error',
    {
      log: {
        openErasures: [
          { id: 'erasure-1', requestedAt: ago(10 * minutes) },
          { id: 'erasure-2', requestedAt: ago(6 * minutes) },
        ],
      },
    },
    /2 erasures .* erasure-1 for 10 minutes/,
  ],
  ['request-log-not-removed', 'warning', { vault: { oldestRequestLogAt: ago(32 * days) } }, /gone after 30 days/],
  [
    'process-manager-stands-still',
    'warning',
    { log: { processManagers: [{ ...manager, undoneSince: ago(11 * minutes), afterMs: 0 }] } },
    /submission-opener .* 11 minutes ago/,
  ],
  [
    'process-manager-stands-still',
    'warning',
    {
      log: {
        processManagers: [{ ...manager, name: 'mail-retention', undoneSince: ago(33 * days), afterMs: 30 * days }],
      },
    },
    /mail-retention .* 3 days ago/,
  ],
  [
    'log-not-its-own',
    'warning',
    { log: { foreign: { events: 7, streams: 6, names: ['foo', 'bar'] } } },
    /7 events of other programs .* foo, bar and others/,
  ],
  [
    'read-models-of-other-log',
    'error',
    { readModels: { builtFrom: 'installation-0' } },
    /from installation installation-0, and the log is of installation-1.* posthorn replay/,
  ],
  // Shared engines
  [
    'engine-unreachable',
    'error',
    {
      parts: shared({
        engines: [{ ...redis, roundTripMs: null, failure: { problem: 'nothing listens there', remedy: 'Start it.' } }],
      }),
    },
    /nothing listens there\. Start it\./,
  ],
  [
    'engine-user-has-spare-rights',
    'note',
    { parts: shared({ engines: [{ ...redis, hasSpareRights: true }] }) },
    /REDIS_URL .* docs\/engines\/redis\.md/,
  ],
  [
    'lease-stands-still',
    'warning',
    { parts: shared({ leases: [{ name: 'work:seal', holder: 'process-1', fence: 3, moves: false }] }) },
    /work:seal \(process-1\)/,
  ],
  [
    'holders-are-silent',
    'warning',
    {
      parts: shared({ leases: [{ name: 'work:seal', holder: 'process-1', fence: 3, moves: false }] }),
      program: { serverRuns: false },
      pending: { dueSince: null },
    },
    /held by process-1, and none gave a sign/,
  ],
  [
    'projection-not-held',
    'error',
    { parts: shared({ leases: [{ name: 'projection:emails@3', holder: null, fence: 3, moves: false }] }) },
    /No process folds emails@3/,
  ],
  // The folder
  ['half-restored', 'error', { folder: { halfRestored: true } }, /Run posthorn restore again/],
  [
    'moved-aside-kept',
    'warning',
    { folder: { movedAside: [{ name: 'before-restore-1', modifiedMs: nowMs - 8 * days }] } },
    /before-restore-1/,
  ],
  ['no-backup', 'warning', { folder: { lastBackup: null } }, /posthorn backup/],
  ['backup-old', 'warning', { folder: { lastBackup: backupOf(3 * days) } }, /2026-02-27T12:00/],
  ['backup-unchecked', 'note', { folder: { lastBackup: { ...backupOf(hours), checkedAt: null } } }, /--check/],
  ['folder-unreadable', 'error', { parts: { folder: unreadable } }, /cannot be read: disk I\/O error/],
  ['disk-full-soon', 'error', { folder: { freeBytes: 200 * megabytes } }, /200\.0 MiB are free/],
  [
    'disk-full-soon',
    'error',
    { folder: { freeBytes: 2_500 * megabytes }, log: { lastDay: { events: 1_000_000, hours: 24 } } },
    /for 2 days/,
  ],
  ['disk-space-low', 'warning', { folder: { freeBytes: 900 * megabytes } }, /900\.0 MiB are free/],
  [
    'disk-space-low',
    'warning',
    { folder: { freeBytes: 2_050 * megabytes }, log: { lastDay: { events: 50_000, hours: 12 } } },
    /for 20 days/,
  ],
  [
    'wal-large',
    'warning',
    { folder: { files: [{ ...file, name: 'read.sqlite-wal', bytes: 300 * megabytes }] } },
    /read\.sqlite-wal has grown to 300\.0 MiB/,
  ],
  ['folder-not-writable', 'error', { folder: { writable: false } }, /not writable/],
  [
    'files-readable-by-others',
    'warning',
    { folder: { mode: 0o755, files: [{ ...file, mode: 0o644 }] } },
    /1 file of .*: eventlog\.sqlite/,
  ],
  [
    'files-readable-by-others',
    'error',
    { folder: { mode: 0o711, files: [{ ...file, name: 'master.key', mode: 0o640 }] } },
    /master\.key/,
  ],
  [
    'file-damaged',
    'warning',
    { parts: { integrity: [{ file: 'read.sqlite', problems: ['row 3 is missing', 'row 4 is missing'] }] } },
    /row 3 is missing \(and 1 more\).*puts it aside.*replay/,
  ],
  [
    'file-damaged',
    'error',
    { parts: { log: unreadable, integrity: [{ file: 'eventlog.sqlite', problems: ['malformed'] }] } },
    /eventlog\.sqlite is damaged: malformed.*restore the last backup \(docs\/backup\.md\)/,
  ],
  // Delivery
  [
    'delivery-held',
    'warning',
    { log: { restore: { backupId: 'backup-1', restoredAt: ago(3 * hours), held: true } } },
    /backup-1 was restored 3 hours ago .* 3 emails are due.*posthorn resume/,
  ],
  [
    'work-held',
    'warning',
    {
      log: {
        heldWork: {
          broadcasts: [{ id: 'b1', name: 'News', recipients: 200 }],
          imports: [{ id: 'i1', rowsDone: 7 }],
          confirmations: 1,
          emails: 2,
        },
      },
    },
    /News \(b1, 200 recipients\).*import i1 \(7 rows\).*1 confirmation.*2 emails.*resume --broadcasts send\|cancel/,
  ],
  ['nothing-delivers', 'warning', { program: { serverRuns: false } }, /3 emails are due.*Start the server/],
  [
    'nothing-delivers',
    'warning',
    { config: { roles: ['api', 'projections'] }, pending: { dueSince: ago(6 * minutes) } },
    /Add delivery/,
  ],
  [
    'deliveries-overdue',
    'warning',
    { pending: { due: 1, dueSince: ago(6 * minutes) } },
    /1 email is due, the oldest for 6 minutes/,
  ],
  ['deliveries-overdue', 'error', { pending: { dueSince: ago(2 * hours) } }, /2 hours/],
  ['claims-past-deadline', 'warning', { pending: { claimsPastDeadline: 2 } }, /2 attempts are open past the deadline/],
  [
    'outcomes-unknown',
    'warning',
    { log: { unknownOutcomes: { events: 4, newestAt: ago(3 * minutes) } } },
    /4 attempts .* 3 minutes ago/,
  ],
  // Projections
  ['projection-behind', 'warning', { readModels: behind(2 * minutes) }, /emails@3 is 40 events and 2 minutes behind/],
  [
    'projection-behind',
    'note',
    { readModels: behind(2 * hours), program: { serverRuns: false }, pending: { dueSince: null } },
    /next start/,
  ],
  ['projection-behind', 'error', { readModels: behind(2 * minutes), config: { roles: ['api'] } }, /Add projections/],
  ['projection-stands-still', 'error', { readModels: behind(20 * minutes) }, /posthorn replay emails@3/],
  ['projection-stands-still', 'error', { readModels: behind(40_000, true) }, /cannot go on/],
  ['no-dns', 'error', { log: { direct: [{ kind: 'no-dns', since: ago(hours) }] } }, /60 minutes.*DNS_SERVERS/],
  ['port-25', 'error', { log: { direct: [{ kind: 'port-25', since: ago(hours) }] } }, /port 25.*provider/],
  ['address-blocked', 'error', { log: { direct: [{ kind: 'address-blocked', since: ago(hours) }] } }, /block list/],
  ['name-mismatch', 'error', { log: { direct: [{ kind: 'name-mismatch', since: ago(hours) }] } }, /HELO_NAME/],
  ['own-name', 'error', { parts: { sendingHost: sendingFrom([]) } }, /192\.0\.2\.1 has no PTR record.*HELO_NAME/],
  [
    'own-address-listed',
    'error',
    { parts: { sendingHost: sendingFrom(['mail.example.com'], true) } },
    /is on list\.example/,
  ],
  ['inbound-without-address', 'error', foundInbound([], 'nothing'), /mx\.example\.com .* no A or AAAA.*INBOUND_HOST/],
  ['inbound-elsewhere', 'error', foundInbound(['192.0.2.1'], 'another'), /Another mail server.*192\.0\.2\.1.*port 25/],
  ['inbound-unreachable', 'warning', foundInbound(['192.0.2.1'], 'nothing'), /Nothing answers.*firewall/],
  [
    'inbound-unreachable',
    'warning',
    foundInbound(['192.0.2.1'], 'nothing', '127.0.0.1'),
    /127\.0\.0\.1 only.*SMTP_HOST/,
  ],
  [
    'relay-login',
    'error',
    { log: { relay: { kind: 'login', code: 535, since: ago(3 * hours) } } },
    /refuses the login \(it answers 535\): no email has gone through for 3 hours.*user and password of RELAY_URL/,
  ],
  [
    'relay-not-trusted',
    'error',
    { log: { relay: { kind: 'not-trusted', code: null, since: ago(3 * hours) } } },
    /certificate could not be verified.*RELAY_CA/,
  ],
  [
    'relay-refuses',
    'error',
    { log: { relay: { kind: 'refuses', code: 554, since: ago(hours) } } },
    /rejects connections/,
  ],
  ['relay-tls', 'error', { log: { relay: { kind: 'tls', code: null, since: ago(hours) } } }, /RELAY_CA/],
  ['relay-sender', 'error', { log: { relay: { kind: 'sender', code: 550, since: ago(hours) } } }, /refuses the sender/],
  [
    'relay-unreachable',
    'error',
    { log: { relay: { kind: 'unreachable', code: null, since: ago(hours) } } },
    /RELAY_URL/,
  ],
  // The clock
  ['clock-behind-log', 'error', { log: { newestAt: ago(-3 * minutes) } }, /3 minutes ahead of this clock/],
  ['clock-stepped-back', 'warning', { log: { largestStepBackMs: 90_000 } }, /went back by 90 seconds/],
  [
    'clock-behind-files',
    'warning',
    { folder: { files: [{ ...file, modifiedMs: nowMs + hours }] } },
    /60 minutes ahead/,
  ],
  ['clock-stepped', 'warning', { program: { clockSteppedMs: -2_000 } }, /-2000 ms/],
  // The configuration
  [
    'relay-without-tls',
    'warning',
    { config: { deliveryMode: { kind: 'relay', relay: { ...relay, implicitTls: false, credentials: null } } } },
    /in the clear.*smtps:\/\//,
  ],
  [
    'relay-without-credentials',
    'warning',
    { config: { deliveryMode: { kind: 'relay', relay: { ...relay, credentials: null } } } },
    /names no user/,
  ],
  [
    'relay-not-verified',
    'warning',
    { config: { deliveryMode: { kind: 'relay', relay: { ...relay, verify: false } } } },
    /RELAY_CA/,
  ],
  ['helo-name-not-qualified', 'warning', { config: { heloName: 'localhost' } }, /calls itself localhost/],
  ['helo-name-not-qualified', 'warning', { config: { heloName: 'localhost.localdomain' } }, /HELO_NAME/],
  ['helo-name-not-qualified', 'warning', { config: { deliveryMode: { kind: 'mx' }, heloName: 'mail' } }, /reverse DNS/],
  [
    'mx-port-unusual',
    'warning',
    { config: { deliveryMode: { kind: 'mx' }, mx: { port: 2525, allowPrivate: false } } },
    /MX_PORT is 2525/,
  ],
  [
    'private-mx-allowed',
    'warning',
    { config: { deliveryMode: { kind: 'mx' }, mx: { port: 25, allowPrivate: true } } },
    /your own network/,
  ],
  [
    'capture-with-preverified-domains',
    'warning',
    { config: { deliveryMode: { kind: 'capture' } } },
    /never leaves this machine/,
  ],
  ['links-unreachable', 'error', { config: { publicUrl: null } }, /PUBLIC_URL is not set.*https:\/\//],
  [
    'links-unreachable',
    'error',
    { config: { publicUrl: 'https://localhost:3000', deliveryMode: { kind: 'mx' } } },
    /loopback.*Broadcasts, email about topics/,
  ],
  ['links-unreachable', 'error', { config: { publicUrl: 'https://10.0.0.7' } }, /private network/],
  ['links-unreachable', 'error', { config: { publicUrl: 'http://mail.example.com' } }, /RFC 8058/],
  ['private-links-allowed', 'warning', { config: { allowPrivateLinks: true } }, /ALLOW_PRIVATE_LINKS is on/],
  ['public-url-unset', 'warning', { config: { publicUrl: null } }, /listens on 0\.0\.0\.0/],
  ['public-url-not-https', 'warning', { config: { publicUrl: 'http://mail.example.com/api' } }, /in the clear/],
  ['master-key-in-data-dir', 'warning', { config: { masterKey: null } }, /master\.key/],
  [
    'master-key-in-data-dir',
    'note',
    { config: { masterKey: null, deliveryMode: { kind: 'capture' }, preverifiedDomains: [] } },
    /master\.key/,
  ],
  ['no-rate-limit', 'note', { config: { rateLimitPerSecond: 0 } }, /RATE_LIMIT_PER_SECOND is 0/],
  ['private-fetch-allowed', 'warning', { config: { allowPrivateFetch: true } }, /ALLOW_PRIVATE_FETCH/],
  [
    'quota-below-use',
    'warning',
    { config: { quotas: { daily: 99, monthly: null } } },
    /DAILY_QUOTA is 99 .* 100 recipients today/,
  ],
  [
    'quota-below-use',
    'warning',
    { config: { quotas: { daily: 100, monthly: 2_999 } } },
    /MONTHLY_QUOTA is 2999 .* 3000 recipients this month/,
  ],
  [
    'name-overruled',
    'warning',
    { config: { overruled: [{ name: 'REQUEST_LOG_DAYS', by: 'RETENTION_DAYS' }] } },
    /RETENTION_DAYS overrules it/,
  ],
  // Webhooks
  [
    'webhook-failing',
    'warning',
    webhook({ failingSince: ago(3 * hours), retrying: 1 }),
    /w-1 .* 3 hours: 1 message waits/,
  ],
  [
    'webhook-lags',
    'warning',
    webhook({ behindSince: ago(4 * minutes) }),
    /w-1 is 4 minutes behind, and POSTHORN_ROLES/,
  ],
  [
    'webhook-lags',
    'warning',
    { ...webhook({ behindSince: ago(4 * minutes) }), ...sending },
    /w-1 is 4 minutes behind\./,
  ],
  ['webhook-disabled', 'note', webhook({ why: 'gone' }), /w-1 is disabled, because it answered 410/],
  ['webhook-disabled', 'note', webhook({ why: 'failing' }), /w-1 is disabled, .* 120 hours/],
  [
    'no-notice-recipients',
    'note',
    { config: { notices: { from: 'posthorn@example.com', to: [] } } },
    /NOTICE_TO is unset/,
  ],
  [
    'notices-stay-here',
    'warning',
    { config: { notices: { from: 'posthorn@posthorn.test', to: ['ops@example.com'] } } },
    /NOTICE_FROM is at a sandbox domain/,
  ],
  [
    'notice-sender-cannot-send',
    'warning',
    { readModels: { noticeSender: 'not-added' } },
    /example\.com, which no team has added: .* Add example\.com to a team and verify it/,
  ],
  [
    'notice-sender-cannot-send',
    'warning',
    { readModels: { noticeSender: 'not-verified' } },
    /example\.com, which is not verified for sending: .* Verify example\.com/,
  ],
  // The certificate for SMTP
  ['certificate-unusable', 'error', { parts: { certificate: '/c.pem (SMTP_TLS_CERT) does not exist.' } }, /c\.pem/],
  ['certificate-expired', 'error', certificate(9 * days, -days), /expired 24 hours ago: .* Renew it/],
  ['certificate-not-yet-valid', 'error', certificate(-hours, 90 * days), /valid from 2026-03-02T13:00:00\.000Z only/],
  ['certificate-ends-soon', 'warning', certificate(80 * days, 10 * days), /expires in 10 days\./],
  // The program
  ['node-too-old', 'error', { program: { nodeVersion: '20.18.9' } }, /Node 20\.18\.9.*20\.19\.0/],
  ['server-stopped', 'note', { program: { serverRuns: false }, pending: { dueSince: null } }, /No server runs/],
];
