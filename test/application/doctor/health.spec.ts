import { GetHealth } from '../../../src/application/doctor/health.js';
import { healthOf } from '../../../src/application/doctor/health-of.js';
import { examine } from '../../../src/application/doctor/examine.js';
import { factsWith } from '../../support/doctor-facts.js';

describe('the health of the server', () => {
  const facts = factsWith({ parts: { vault: { state: 'unreadable', reason: 'no such table' } } });
  const health = healthOf(facts, examine(facts), '1.2.3');

  it('names what cannot be read, and holds nothing of a team', () => {
    expect(health.engines).toEqual([
      { name: 'Event log', answers: true, roundTripMs: null, problem: null },
      { name: 'Read models', answers: true, roundTripMs: null, problem: null },
      { name: 'Vault', answers: false, roundTripMs: null, problem: 'It cannot be read: no such table.' },
    ]);
    expect(health.findings.map(({ code }) => code)).toContain('file-unreadable');
    expect(Object.keys(health)).not.toContain('usage');
  });

  it('says when the log was last verified, and that it never was', () => {
    const lastVerified = { at: '2026-03-01T10:00:00.000Z', events: 12, seals: 3, broken: null };
    expect(healthOf(factsWith({ log: { lastVerified } }), [], '1.2.3').lastVerified).toEqual(lastVerified);
    expect(healthOf(factsWith({ log: { lastVerified: null } }), [], '1.2.3').lastVerified).toBeNull();
  });

  it('is for the first team alone', async () => {
    const handler = GetHealth.start({ firstTeamId: 'first', lookAtHealth: async () => health });
    expect(await handler.run({ teamId: 'second' })).toEqual({ refused: 'not-first-team' });
    expect(await handler.run({ teamId: 'first' })).toBe(health);
  });
});
