import { ownMail } from '../client.js';
import { silentZone } from '../names.js';

const flood = {
  what: 'mails with 24 attachments at names that no name server answers, one after the other',
  env: { ALLOW_PRIVATE_FETCH: '1' },
  needsNames: true,
  arm: () => (client) =>
    client.repeat(1, (_index, round) => {
      const attachments = Array.from({ length: 24 }, (_, number) => ({
        path: `http://a${number}.b${round}.${silentZone}/a.txt`,
      }));
      return client.ask('POST', '/emails', { body: JSON.stringify({ ...ownMail, text: 'Hi', attachments }) });
    }),
};

export const names = [
  { ...flood, name: 'silent-names' },
  {
    ...flood,
    name: 'silent-names-for-links',
    what: 'the same, beside a team whose mails have an attachment at a name',
    neighbour: 'linked',
  },
];
