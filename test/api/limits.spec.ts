import { usage } from '../support/answers.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

describe('the rate limit', () => {
  const { client } = useTeam('limited');

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
});

describe('quotas', () => {
  const { client, call } = useTeam('strict');
  const three = { ...small, cc: ['delivered+a@resend.dev'], bcc: ['delivered+b@resend.dev'] };
  const numbers = (headers: Readonly<Record<string, string>> | null) => [
    headers?.['x-resend-daily-quota'],
    headers?.['x-resend-monthly-quota'],
  ];

  it('are shown as they are used up, by recipient, and a repeat uses none', async () => {
    const first = await client().emails.send(three, { idempotencyKey: 'a' });
    expect(numbers(first.headers)).toEqual(['3', '3']);
    const repeat = await client().emails.send(three, { idempotencyKey: 'a' });
    expect(dataOf(repeat)).toEqual(dataOf(first));
    expect(numbers(repeat.headers)).toEqual(['3', '3']);
    const batch = await client().batch.send([small, small]);
    expect(numbers(batch.headers)).toEqual(['5', '5']);
  });

  it('are in GET /usage at once, in the shape that the client knows', async () => {
    const { data } = await client().usage.get();
    expect(data).toMatchObject({
      object: 'usage',
      emails: { daily: { used: 5, limit: 8, sent: 5, received: 0 }, monthly: { used: 5, limit: 3000 } },
    });
    expect(Object.keys(data ?? {}).sort()).toEqual(Object.keys(usage.shape).sort());
    usage.parse((await call('GET', '/usage')).body);
  });

  it('refuse what does not fit as an error by name, and a batch as a whole', async () => {
    const batch = await client().batch.send([small, three], { batchValidation: 'permissive' });
    expect(errorOf(batch)).toMatchObject({ statusCode: 429, name: 'daily_quota_exceeded' });
    const fits = await client().emails.send(three);
    expect(dataOf(fits)).toEqual({ id: expect.any(String) });
    const over = await client().emails.send(small);
    expect(errorOf(over)).toEqual({
      statusCode: 429,
      message: 'You have reached your daily email sending quota.',
      name: 'daily_quota_exceeded',
    });
    expect(numbers(over.headers)).toEqual(['8', '8']);
    const retryAfter = Number(over.headers?.['retry-after']);
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 86_400).toBe(true);
  });
});

describe('a monthly quota', () => {});

describe('a monthly quota', () => {
  const { client } = useTeam('limited');

  it('is refused by its own name, and hides the daily one, which is off', async () => {
    const to = Array.from({ length: 20 }, (_, number) => `delivered+${number}@resend.dev`);
    expect(dataOf(await client().emails.send({ ...small, to }))).toEqual({ id: expect.any(String) });
    const over = await client().emails.send(small);
    expect(errorOf(over)).toMatchObject({ name: 'monthly_quota_exceeded' });
    expect(over.headers?.['x-resend-monthly-quota']).toBe('20');
    expect(over.headers?.['x-resend-daily-quota']).toBeUndefined();
  });
});
