import { History } from '../support/consent-history/history.js';
import { histories, type Step } from '../support/consent-history/step.js';
import fc from '../support/properties.js';

// All of them where the long form of the suite runs.
const numRuns = process.env['PROPERTY_RUNS'] === 'all' ? 10_000 : 200;

const nothing = { about: 0, choice: 'nothing' } as const;
const written = { does: 'write', by: 'api-key', to: 0, says: nothing } as const;
const sent = { does: 'send', about: 1 } as const;
const away = { does: 'move', who: 0, to: 1, says: nothing } as const;
const back = { ...away, to: 0 } as const;
const broadcast = { does: 'broadcast', about: 1 } as const;
const worked = { does: 'work', which: 0, steps: 4 } as const;
const delivered = { does: 'deliver', which: 0 } as const;
const backedUp = { does: 'back-up' } as const;
const restored = { does: 'restore' } as const;
/** Each was wrong once, or would be where one place forgets it. */
const known: readonly (readonly Step[])[] = [
  [written, sent, away, { does: 'leave', mail: 0 }],
  [written, sent, away, written, { does: 'leave', mail: 0 }],
  [written, sent, away, { does: 'leave', mail: 0 }, { does: 'delete', who: 0 }, { ...written, by: 'import' }],
  [written, sent, away, { does: 'choose', mail: 0, wants: false }, { ...written, by: 'form' }],
  [written, sent, { does: 'delete', who: 0 }, { does: 'leave', mail: 0 }, { does: 'delete', who: 0 }, written],
  [{ ...written, to: 1, says: { about: 1, choice: 'no' } }, { does: 'delete', who: 0 }, written, away],
  [written, { ...away, says: { about: 2, choice: 'no' } }, { ...written, by: 'import' }, sent],
  [written, sent, { does: 'complain', mail: 0 }, away],
  [written, sent, away, { does: 'complain', mail: 0 }],
  [written, sent, away, { does: 'complain', mail: 0 }, back],
  [written, { does: 'half-move', who: 0, to: 1 }, { ...written, by: 'import', to: 1 }, written, sent],
  [
    { ...written, to: 1, says: { about: 1, choice: 'no' } },
    { does: 'delete', who: 0 },
    written,
    { does: 'half-move', who: 0, to: 1 },
    { does: 'delete', who: 0 },
    { ...written, to: 1 },
  ],
  [
    { ...written, by: 'import', says: { about: 0, choice: 'no' } },
    { ...written, to: 2 },
    away,
    { ...back, who: 1 },
    { does: 'repeat', row: 0 },
  ],
  [
    { ...written, to: 1 },
    { ...written, to: 2 },
    { does: 'half-move', who: 0, to: 0 },
    { does: 'delete', who: 0 },
    { does: 'half-move', who: 0, to: 0 },
    { does: 'move', who: 0, to: 2, says: nothing },
    written,
    { ...written, to: 2, says: { about: 0, choice: 'no' } },
  ],
  [written, sent, away, { ...written, to: 1, says: { about: 0, choice: 'no' } }, sent],
  [written, broadcast, worked, delivered, { does: 'delete', who: 0 }, written, { does: 'again', of: 0 }, worked],
  [
    written,
    broadcast,
    worked,
    { does: 'pause', which: 0 },
    away,
    { does: 'delete', who: 0 },
    { does: 'resume', which: 0 },
  ],
  [written, broadcast, worked, { does: 'cancel', which: 0 }, worked, delivered],
  // The example of docs/backup.md, with the email opened or not when the backup is taken, and not sent when it is lost.
  [written, broadcast, backedUp, worked, delivered, restored, worked, delivered, { does: 'decide' }, worked, delivered],
  [written, broadcast, { ...worked, steps: 3 }, backedUp, delivered, restored, delivered],
  [written, broadcast, worked, backedUp, delivered, restored, delivered, { does: 'decide' }, worked, delivered],
  [written, broadcast, worked, backedUp, restored, delivered],
];

it('sends no one what they said no to, and everyone else gets it once, however addresses move', async () => {
  const history = async (steps: readonly Step[]) => (await History.begin()).run(steps);
  for (const steps of known) await history(steps);
  await fc.assert(fc.asyncProperty(histories, history), { numRuns });
});
