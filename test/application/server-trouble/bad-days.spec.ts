import { serverFinding } from '../../../src/application/doctor/check-troubles.js';
import type { ServerLook } from '../../../src/application/server-trouble/judge-server.js';
import { serverTroubleKinds, serverTroubles } from '../../../src/application/server-trouble/server-trouble.js';
import { ReachedEndpoints, ServerWatch } from '../../../src/application/server-trouble/server-watch.js';

const nowMs = Date.parse('2026-11-29T12:00:00.000Z');
const day = 86_400_000;
const mebibyte = 1_048_576;

const well: ServerLook = {
  nowMs,
  monotonicMs: 1_000,
  isInPlace: true,
  appendWaitsMs: 20,
  memory: { usedBytes: 300 * mebibyte, mostBytes: 512 * mebibyte },
  files: { open: 120, most: 1_024 },
  certificate: { problem: null, validFromMs: nowMs - 10 * day, endsAtMs: nowMs + 80 * day },
  lastBackupAtMs: nowMs - day,
  unreachableWebhooks: 0,
  output: 'open',
};
const unknown: ServerLook = {
  ...well,
  isInPlace: null,
  memory: null,
  files: null,
  certificate: null,
  lastBackupAtMs: null,
};

const certificate = (changed: Partial<NonNullable<ServerLook['certificate']>>): ServerLook['certificate'] => ({
  problem: null,
  validFromMs: nowMs - 10 * day,
  endsAtMs: nowMs + 80 * day,
  ...changed,
});

/** Looks one second after the other; a line for each trouble that begins (+) or ends (-). */
function lines(looks: readonly Partial<ServerLook>[], from = well): readonly string[] {
  const said: string[] = [];
  const watch = new ServerWatch({
    onBegun: ({ kind, fields }) => said.push(`+${kind} ${JSON.stringify(fields)}`),
    onEnded: ({ kind }, lastedMs) => said.push(`-${kind} ${lastedMs}`),
  });
  looks.forEach((look, index) =>
    watch.take({ ...from, nowMs: nowMs + index * 1_000, monotonicMs: 1_000 + index * 1_000, ...look }),
  );
  return said;
}

describe('a bad day of a running server is said once when it begins, and once when it ends', () => {
  it.each<[string, readonly Partial<ServerLook>[], readonly string[]]>([
    ['nothing is wrong', [well, well], []],
    [
      'DATA_DIR is removed and put back',
      [{ isInPlace: false }, { isInPlace: false }, {}],
      ['+data-dir-gone {}', '-data-dir-gone 2000'],
    ],
    [
      'another process locks the event log',
      [{ appendWaitsMs: 4_999 }, { appendWaitsMs: 5_000 }, { appendWaitsMs: 6_000 }, {}],
      ['+log-not-written {"waitsMs":5000}', '-log-not-written 2000'],
    ],
    [
      'memory runs out, and comes and goes near the limit',
      [470, 472, 440, 430].map((used) => ({ memory: { usedBytes: used * mebibyte, mostBytes: 512 * mebibyte } })),
      ['+memory-nearly-full {"usedMb":472,"mostMb":512}', '-memory-nearly-full 2000'],
    ],
    [
      'descriptors run out',
      [900, 943, 880, 800].map((open) => ({ files: { open, most: 1_024 } })),
      ['+files-nearly-all-open {"open":943,"most":1024}', '-files-nearly-all-open 2000'],
    ],
    [
      'the certificate is renewed with the wrong key',
      [{ certificate: certificate({ problem: 'SMTP_TLS_KEY is not the key of SMTP_TLS_CERT' }) }, {}],
      ['+certificate-unusable {"reason":"SMTP_TLS_KEY is not the key of SMTP_TLS_CERT"}', '-certificate-unusable 1000'],
    ],
    [
      'the certificate is not renewed, and expires',
      [
        { certificate: certificate({ endsAtMs: nowMs + 1_500 }) },
        {},
        { certificate: certificate({ endsAtMs: nowMs }) },
        {},
      ],
      [
        '+certificate-ends-soon {"endsAt":"2026-11-29T12:00:01.500Z"}',
        '-certificate-ends-soon 1000',
        '+certificate-expired {"endsAt":"2026-11-29T12:00:00.000Z"}',
        '-certificate-expired 1000',
      ],
    ],
    [
      'the certificate is one of tomorrow',
      [{ certificate: certificate({ validFromMs: nowMs + day }) }, {}],
      ['+certificate-not-yet-valid {"validFrom":"2026-11-30T12:00:00.000Z"}', '-certificate-not-yet-valid 1000'],
    ],
    [
      'the clock is set back by an hour, and set right',
      [{}, { nowMs: nowMs - 3_600_000 }, { nowMs: nowMs - 3_599_000 }, { nowMs: nowMs + 3_000 }],
      ['+clock-set-back {"behindMs":3601000}', '-clock-set-back 2000'],
    ],
    ['the clock is slewed by seconds', [{}, { nowMs: nowMs - 3_000 }, { nowMs: nowMs - 2_000 }], []],
    ['the clock is set ahead', [{}, { nowMs: nowMs + 3_600_000 }], []],
    [
      'no timer takes backups',
      [{ lastBackupAtMs: nowMs - 2 * day }, { lastBackupAtMs: nowMs - 2 * day }, {}],
      ['+backup-old {"lastBackup":"2026-11-27T12:00:00.000Z"}', '-backup-old 1000'],
    ],
    [
      'no webhook endpoint is reached',
      [{ unreachableWebhooks: 2 }, { unreachableWebhooks: 3 }, {}],
      ['+webhooks-unreachable {"endpoints":3}', '-webhooks-unreachable 1000'],
    ],
    ['the reader of the log ends', [{ output: 'closed' }, {}], ['+output-closed {}', '-output-closed 1000']],
    ['the reader of the log stands still', [{ output: 'blocked' }, {}], ['+output-blocked {}', '-output-blocked 1000']],
  ])('%s', (_what, looks, expected) => {
    expect(lines(looks)).toStrictEqual(expected);
  });

  it('says nothing of what it does not know', () => {
    expect(lines([unknown, unknown], unknown)).toStrictEqual([]);
  });

  it.each(serverTroubleKinds)(
    '%s has a cause, a remedy and an end, in sentences without a stop of their own',
    (kind) => {
      const { problem, remedy, ended } = serverTroubles[kind];
      expect(problem).toMatch(/^[A-Z].*: .*[^.]$/);
      expect(remedy).toMatch(/^[A-Z].*\.$/);
      expect(ended).toMatch(/^[A-Z].*[^.]$/);
    },
  );

  it('is a finding of doctor with what was seen', () => {
    const since = '2026-11-29T12:00:00.000Z';
    expect(serverFinding({ kind: 'files-nearly-all-open', fields: { open: 943, most: 1_024 }, since })).toMatchObject({
      severity: 'error',
      code: 'files-nearly-all-open',
      problem: expect.stringMatching(/\(open 943, most 1024, since 2026-11-29T12:00:00\.000Z\)\.$/),
    });
  });
});

it('counts the endpoints that failed for ten minutes, until one is reached', () => {
  const endpoints = new ReachedEndpoints();
  for (const id of ['one', 'two', 'three']) endpoints.note(id, false, 0);
  endpoints.note('three', false, 500_000);
  endpoints.note('four', false, 500_000);
  expect([599_999, 600_000].map((atMs) => endpoints.unreachable(atMs))).toStrictEqual([0, 3]);
  endpoints.note('five', true, 600_000);
  expect(endpoints.unreachable(2_000_000)).toBe(0);
});
