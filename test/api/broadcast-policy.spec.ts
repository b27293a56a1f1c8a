import { waitFor } from '../support/wait-for.js';
import { dataOf, useTeam } from './setup.js';

const { client, call } = useTeam();

const policyOf = async (id: string) =>
  (await call('GET', `/dashboard-api/broadcasts/${id}/policy`)).body as Readonly<Record<string, unknown>>;
const change = (id: string, body: object) => call('PATCH', `/dashboard-api/broadcasts/${id}/policy`, { body });

describe('the sending policy of a broadcast', () => {
  it('holds back what is over its pace, until another pace is set', async () => {
    const { broadcasts, contacts, segments } = client();
    const segmentId = dataOf(await segments.create({ name: 'Paced' })).id;
    for (const name of ['ada', 'bo', 'cy']) {
      dataOf(await contacts.create({ email: `${name}@posthorn.test`, segments: [{ id: segmentId }] }));
    }
    const news = { segmentId, from: 'news@posthorn.test', subject: 'News', html: '<p>News</p>' };
    const { id } = dataOf(await broadcasts.create(news));
    expect(await policyOf(id)).toEqual({
      ...{ object: 'broadcast_policy', broadcast_id: id, pace_per_hour: null, bounce_rate: 0.05 },
      ...{ complaint_rate: 0.001, warm_up: null, paused_because: null },
    });
    expect((await change(id, { pace_per_hour: 1 })).status).toBe(200);
    dataOf(await broadcasts.send(id));
    const sent = async () => {
      const { body } = await call('GET', '/emails?limit=100');
      return (body as { readonly data: readonly { readonly subject: string }[] }).data.length;
    };
    await waitFor(sent, (count) => count === 1);
    expect(dataOf(await broadcasts.get(id)).status).toBe('queued');
    expect((await change(id, { pace_per_hour: null })).status).toBe(200);
    await waitFor(
      async () => dataOf(await broadcasts.get(id)).status,
      (status) => status === 'sent',
    );
    await waitFor(sent, (count) => count === 3);
    expect(await change(id, { pace_per_hour: 5 })).toMatchObject({ status: 422 });
  });

  it('refuses what is no pace and no share', async () => {
    const segmentId = dataOf(await client().segments.create({ name: 'Wrong' })).id;
    const news = { segmentId, from: 'news@posthorn.test', subject: 'News', html: '<p>News</p>' };
    const { id } = dataOf(await client().broadcasts.create(news));
    const wrong = [
      [{ pace_per_hour: 0 }, '`pace_per_hour`'],
      [{ bounce_rate: 5 }, '`bounce_rate`'],
      [{ warm_up: { start_per_day: 100, factor: 2 } }, '`warm_up.most_deferred`'],
    ] as const;
    for (const [body, field] of wrong) {
      const answer = await change(id, body);
      expect([answer.status, (answer.body as { readonly message: string }).message]).toEqual([
        422,
        expect.stringContaining(field),
      ]);
    }
    const warmUp = { start_per_day: 100, factor: 2, most_deferred: 0.1 };
    expect((await change(id, { warm_up: warmUp })).status).toBe(200);
    expect(await policyOf(id)).toMatchObject({ warm_up: warmUp, bounce_rate: 0.05 });
  });
});
