import { GetHealthHandler, GetHealthQuery } from '../../../src/application/doctor/health.js';
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

  it('is for the first team alone', async () => {
    const handler = new GetHealthHandler({ firstTeamId: 'first', lookAtHealth: async () => health });
    expect(await handler.execute(new GetHealthQuery('second'))).toEqual({ refused: 'not-first-team' });
    expect(await handler.execute(new GetHealthQuery('first'))).toBe(health);
  });
});
