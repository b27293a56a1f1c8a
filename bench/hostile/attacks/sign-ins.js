const perSecond = 500;
const networks = 200;

export const signIns = [
  {
    name: 'sign-in-flood',
    what: `sign-ins with passwords that are none, ${perSecond} a second from ${networks} networks`,
    env: { RATE_LIMIT_PER_SECOND: '50', TRUSTED_PROXIES: '127.0.0.1' },
    reads: true,
    arm: () => (client) =>
      client.pace(perSecond, (sent) => {
        const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `10.7.${sent % networks}.1` };
        const body = JSON.stringify({ email: `nobody${sent}@example.com`, password: 'the guess of a stranger' });
        return client.ask('POST', '/dashboard-api/sign-in', { key: null, body, headers });
      }),
  },
];
