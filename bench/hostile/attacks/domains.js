import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const count = 40;

export const domains = [
  {
    name: 'domains',
    what: `${count} domains in a row, each with its RSA keys`,
    arm: () => (client) =>
      client.repeat(1, async (_index, round) => {
        if (round >= count) return wait(1_000);
        return client.ask('POST', '/domains', {
          body: JSON.stringify({ name: `a${round}-${randomUUID().slice(0, 8)}.example.com` }),
        });
      }),
  },
];
