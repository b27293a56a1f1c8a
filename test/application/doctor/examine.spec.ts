import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { growthPerDay } from '../../../src/application/doctor/check-disk.js';
import { examine, isWrong } from '../../../src/application/doctor/examine.js';
import { serverTroubleKinds } from '../../../src/application/server-trouble/server-trouble.js';
import { ago, type Changes, days, factsWith, megabytes, minutes } from '../../support/doctor-facts.js';
import { behind, doctorCases, file, relay } from '../../support/doctor-cases.js';

const isServerTrouble = (code: string): boolean => serverTroubleKinds.some((kind) => kind === code);

describe('doctor', () => {
  it('finds nothing in an installation that is in order', () => {
    expect(examine(factsWith())).toEqual([]);
    const localRelay = { ...relay, host: '127.0.0.1', implicitTls: false, credentials: null };
    const local = { host: '127.0.0.1', deliveryMode: { kind: 'relay', relay: localRelay } } as const;
    expect(examine(factsWith({ config: local }))).toEqual([]);
    const captured = {
      host: '127.0.0.1',
      publicUrl: null,
      deliveryMode: { kind: 'capture' },
      preverifiedDomains: [],
    } as const;
    expect(examine(factsWith({ config: captured }))).toEqual([]);
    expect(examine(factsWith({ config: { deliveryMode: { kind: 'mx' } } }))).toEqual([]);
    expect(examine(factsWith({ folder: { mode: 0o700, files: [{ ...file, mode: 0o644 }] } }))).toEqual([]);
    expect(examine(factsWith({ parts: { integrity: [{ file: 'eventlog.sqlite', problems: [] }] } }))).toEqual([]);
  });

  it('lists what the running server says of itself, the worst first', () => {
    const found = examine(factsWith(), ['output-blocked', 'log-not-written']);
    expect(found.map(({ severity, code }) => [severity, code])).toEqual([
      ['error', 'log-not-written'],
      ['warning', 'output-blocked'],
    ]);
    expect(found[0]?.problem).toMatch(/[^.]\.$/);
  });

  it.each(doctorCases.filter(([code]) => isServerTrouble(code)))(
    'says %s once where the server says it too',
    (code, _severity, changes) => {
      const found = examine(factsWith(changes), serverTroubleKinds);
      expect(found.filter((finding) => finding.code === code)).toHaveLength(1);
    },
  );

  it.each(doctorCases)('%s (%s)', (code, severity, changes, says) => {
    const found = examine(factsWith(changes)).filter((finding) => finding.code === code);
    expect(found).toEqual([{ code, severity, problem: expect.any(String), advice: expect.any(String) }]);
    expect(`${found[0]?.problem} ${found[0]?.advice}`).toMatch(says);
  });

  it.each([
    ['what has just come in', { pending: { dueSince: ago(4 * minutes) }, readModels: behind(59_000) }],
    ['an erasure at work', { log: { openErasures: [{ id: 'erasure-1', requestedAt: ago(4 * minutes) }] } }],
    ['what the running server is about to apply', { vault: { destroyedLog: { bytes: 600, appliedBytes: 500 } } }],
    ['clocks that differ a little', { log: { newestAt: ago(-4_000), largestStepBackMs: 4_000 } }],
    ['a quota that is just used up', { config: { quotas: { daily: 100, monthly: 3_000 } } }],
  ] satisfies [string, Changes][])('says nothing of %s', (_case, changes) => {
    expect(examine(factsWith(changes))).toEqual([]);
  });

  it('calls due mail held, and not overdue, while delivery is held', () => {
    const restore = { backupId: 'backup-1', restoredAt: ago(days), held: true };
    const found = examine(factsWith({ log: { restore }, pending: { dueSince: ago(2 * days) } }));
    expect(found.map(({ code }) => code)).toEqual(['delivery-held']);
  });

  it('says the worst first, and does not call a note wrong', () => {
    const notes = examine(factsWith({ config: { rateLimitPerSecond: 0 } }));
    expect(notes).toHaveLength(1);
    expect(isWrong(notes)).toBe(false);
    const all = examine(
      factsWith({
        config: { rateLimitPerSecond: 0, allowPrivateFetch: true },
        program: { nodeVersion: '18.0.0' },
      }),
    );
    expect(all.map(({ severity }) => severity)).toEqual(['error', 'warning', 'note']);
    expect(isWrong(all)).toBe(true);
  });

  it('takes the growth of a day from the newest day, and from a young log only what it can say', () => {
    expect(growthPerDay(factsWith())).toBeCloseTo(10 * megabytes, -4);
    expect(growthPerDay(factsWith({ log: { lastDay: { events: 5_000, hours: 12 } } }))).toBeCloseTo(10 * megabytes, -4);
    expect(growthPerDay(factsWith({ log: { lastDay: { events: 10, hours: 0.2 } } }))).toBeUndefined();
  });

  it('is documented finding by finding', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/doctor.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `([a-z\d-]+)` \|/gm)].map(([, code]) => code);
    expect(documented.sort()).toEqual([...new Set(doctorCases.map(([code]) => code))].sort());
  });
});
