import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useServer } from './setup.js';

describe('the rate limit', () => {
  const { client, call } = useServer({ env: { RATE_LIMIT_PER_SECOND: '3' } });

  it('reaches the official client as an error by name, with what is left in the headers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => client().emails.send(small)));
    const [refused] = answers.filter(({ error }) => error !== null);
    if (refused === undefined) throw new Error('nothing was refused');
    expect(errorOf(refused)).toEqual({
      statusCode: 429,
      message: 'Too many requests. You can make 3 requests per second. Wait a moment and try again.',
      name: 'rate_limit_exceeded',
    });
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '3',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
      'ratelimit-policy': '3;w=1',
      'retry-after': '1',
    });
  });

  it('counts every key and every route of the team, and opens again', async () => {
    await waitFor(
      () => client().apiKeys.list(),
      ({ error }) => error === null,
    );
    await waitFor(
      () => Promise.all(Array.from({ length: 8 }, () => call('GET', '/emails'))),
      (answers) => answers.some(({ status }) => status === 429),
    );
    const sent = await waitFor(
      () => client().emails.send(small),
      ({ error }) => error === null,
    );
    expect(dataOf(sent)).toEqual({ id: expect.any(String) });
    expect(Number(sent.headers?.['ratelimit-remaining'])).toBeLessThan(3);
  });
});

describe('without being told otherwise', () => {
  const { call } = useServer({ env: { RATE_LIMIT_PER_SECOND: '' } });

  it('a team has ten requests a second', async () => {
    const { headers } = await call('GET', '/emails');
    expect(headers.get('ratelimit-policy')).toBe('10;w=1');
  });
});
