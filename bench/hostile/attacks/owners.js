import { ownMail } from '../client.js';

const perSecond = 1_000;

export const owners = [
  {
    name: 'one-owner',
    what: `mails and lists by 20 teams of one person, ${perSecond} requests a second`,
    env: { RATE_LIMIT_PER_SECOND: '50' },
    reads: true,
    arm:
      ({ ownerKeys }) =>
      (client) => {
        const body = JSON.stringify({ ...ownMail, text: 'Hello' });
        return client.pace(perSecond, (sent) => {
          const key = ownerKeys[sent % ownerKeys.length];
          return Math.floor(sent / ownerKeys.length) % 2 === 0
            ? client.ask('POST', '/emails', { key, body })
            : client.ask('GET', '/emails?limit=100', { key });
        });
      },
  },
];
