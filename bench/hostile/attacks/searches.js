import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../client.js';

const atOnce = 60;
/** What a refusal asks for is a multiple of it. */
const pauseMs = 500;
/** Half of the stored mails have a number that begins with 1, half one that begins with 2. */
const path = '/dashboard-api/emails?search=1%202&limit=50';

export const searches = [
  {
    name: 'searches',
    what: `${atOnce} searches at once for two common words that never meet`,
    stored: 100_000,
    reads: true,
    env: { RATE_LIMIT_PER_SECOND: '100' },
    async prepare(target, { last }) {
      const newest = `/dashboard-api/emails?search=${last}&limit=1`;
      while ((await call(target, 'GET', newest)).data.length === 0) await wait(pauseMs);
      return null;
    },
    arm: () => (client) =>
      client.repeat(atOnce, async () => {
        if ((await client.ask('GET', path)) === 429) await wait(pauseMs);
      }),
  },
];
