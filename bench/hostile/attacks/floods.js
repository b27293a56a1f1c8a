import { randomBytes } from 'node:crypto';

const perSecond = 500;
const open = ['/openapi.json', '/metrics'];

export const floods = [
  {
    name: 'open-routes',
    what: `/openapi.json and /metrics, ${perSecond} a second without a key`,
    arm: () => (client) => client.pace(perSecond, (sent) => client.ask('GET', open[sent % open.length], { key: null })),
  },
  {
    name: 'wrong-keys',
    what: `API keys that are none, ${perSecond} a second`,
    arm: () => (client) =>
      client.pace(perSecond, () => client.ask('GET', '/emails', { key: `re_${randomBytes(18).toString('hex')}` })),
  },
];
