import { emailMetrics } from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, small, useTeam } from './setup.js';

const suite = useTeam();
const { client, call } = suite;
const all = { received: 0, complained: 0, suppressed: 0, opened: 0, clicked: 0, unsubscribed: 0 };
const settled = { sent: 4, delivered: 3, bounced: 1 };

describe('metrics', () => {
  let emailIds: readonly string[];

  beforeAll(async () => {
    const mails = [
      { ...small, to: ['delivered@resend.dev', 'delivered+two@resend.dev'] },
      { ...small, to: 'bounced@resend.dev' },
      { ...small, to: 'delivered@posthorn.test' },
    ];
    const sent = await Promise.all(mails.map((mail) => client().emails.send(mail)));
    emailIds = sent.map((result) => dataOf(result).id);
    await waitFor(
      async () => dataOf(await client().emails.metrics()).totals,
      ({ delivered, bounced }) => delivered === 3 && bounced === 1,
    );
  });

  it('count recipients, and give rates in percent', async () => {
    const { totals, ...rest } = dataOf(await client().emails.metrics(), emailMetrics);
    expect(totals).toMatchObject({ ...all, ...settled, delivery_rate: 75, bounce_rate: 25, open_rate: 0 });
    expect(rest).toMatchObject({ object: 'metrics', granularity: 'daily', dimensions: [] });
    expect(rest).not.toHaveProperty('data');
  });

  it('are given by email', async () => {
    const { data } = dataOf(
      await client().emails.metrics({ dimensions: ['email'], metrics: ['sent', 'delivered'], emailId: [...emailIds] }),
      emailMetrics,
    );
    expect(data?.slice(0, 2)).toEqual([
      { email_id: emailIds[0], sent: 2, delivered: 2 },
      { email_id: emailIds[1], sent: 1, delivered: 0 },
    ]);
  });

  it('are given by domain and period', async () => {
    const query = { dimensions: ['period', 'domain'], metrics: ['sent'], granularity: 'monthly' } as const;
    const asked = { ...query, dimensions: [...query.dimensions], metrics: [...query.metrics] };
    const { data = [] } = dataOf(await client().emails.metrics(asked), emailMetrics);
    expect(data.reduce((sum, { sent = 0 }) => sum + sent, 0)).toBe(4);
    for (const row of data) {
      expect(row).toMatchObject({
        domain_name: small.from.split('@')[1]?.replace('>', ''),
        period: expect.any(String),
      });
    }
    const domainId = [data[0]?.domain_id ?? ''];
    expect(dataOf(await client().emails.metrics({ domainId })).totals).toMatchObject(settled);
    expect(dataOf(await client().emails.metrics({ domainId: emailIds.slice(0, 1) })).totals).toMatchObject({ sent: 0 });
  });

  it('have a row for every period, empty ones too', async () => {
    const { data = [] } = dataOf(await client().emails.metrics({ dimensions: ['period'], metrics: ['sent'] }));
    expect(data.length).toBeGreaterThanOrEqual(7);
    expect(data[0]).toMatchObject({ sent: 0 });
  });

  it('are nobody else’s', async () => {
    const stranger = await addTeam(suite.server(), 'Another team');
    for (const query of ['', `email_id=${emailIds.join()}`, 'dimensions=email']) {
      const { body } = await call('GET', `/emails/metrics?${query}`, { key: stranger });
      expect(emailMetrics.parse(body).totals).toMatchObject({ sent: 0, delivered: 0, bounced: 0 });
    }
  });

  it('are at most so many periods', async () => {
    const path = '/emails/metrics?dimensions=period&granularity=hourly&start_date=2020-01-01';
    expect(await call('GET', path)).toMatchObject({ status: 422, body: { name: 'validation_error' } });
  });
});
