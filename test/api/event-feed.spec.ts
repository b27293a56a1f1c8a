import { eventFeed } from '../support/answers.js';
import { startServer } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();

async function feed(query: Readonly<Record<string, string>>, key = server().key) {
  const answer = await call('GET', `/events/feed?${new URLSearchParams(query).toString()}`, { key });
  expect(answer).toMatchObject({ status: 200 });
  return eventFeed.parse(answer.body);
}

const end = async (): Promise<string> => (await feed({ after: 'end' })).next;

describe('the feed of events', () => {
  it('has what happened to a mail, in order, with a cursor that neither leaves out nor repeats', async () => {
    const begin = await end();
    const mail = dataOf(await client().emails.send(small));
    const page = await waitFor(
      () => feed({ after: begin }),
      ({ data }) => data.length >= 2,
    );
    expect(page.data.map(({ type }) => type)).toEqual(['email.sent', 'email.delivered']);
    for (const { data } of page.data) expect(data).toMatchObject({ email_id: mail.id, to: [small.to] });
    const first = await feed({ after: begin, limit: '1' });
    const second = await feed({ after: first.next, limit: '1' });
    expect([...first.data, ...second.data]).toEqual(page.data);
    expect((await feed({ after: page.next })).data).toEqual([]);
    const delivered = await feed({ after: begin, types: 'email.delivered,email.bounced' });
    expect(delivered.data).toEqual(page.data.slice(1));
  });

  it('keeps no server from its end', async () => {
    const other = await startServer();
    const headers = { authorization: `Bearer ${other.key}` };
    const waiting = fetch(`${other.url}/events/feed?after=end&wait=20`, { headers });
    // A later request is answered while the first waits.
    expect(await fetch(`${other.url}/events/feed?after=end`, { headers })).toMatchObject({ status: 200 });
    const startedAt = performance.now();
    await other.stop();
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await waiting).toMatchObject({ status: 200 });
  });

  it.each([
    ['after', 'after=019a3f5e'],
    ['after', 'after=a&after=b'],
    ['types', 'types=email.lost'],
    ['limit', 'limit=101'],
    ['wait', 'wait=21'],
    ['wait', 'wait=x'],
  ])('refuses another %s: %s', async (name, query) => {
    const answer = await call('GET', `/events/feed?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(`\`${name}\``) } });
  });
});
