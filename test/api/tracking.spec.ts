import { request } from 'node:http';
import PostalMime from 'postal-mime';
import { posthornAt } from '../e2e/delivery/setup.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, useServer } from './setup.js';

const domain = 'tracked.example.com';
const { client, call, server } = useServer({ env: { PREVERIFIED_DOMAINS: domain } });

/** As a browser follows a link of the email. */
function follow(link: string): Promise<number> {
  const { host, pathname } = new URL(link);
  const headers = { host, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  return new Promise((resolve, reject) => {
    const asked = request(new URL(pathname, server().url), { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });
}

describe('a tracked email', () => {
  beforeAll(async () => {
    const { domains } = client();
    const id = dataOf(await domains.list()).data.find(({ name }) => name === domain)?.id ?? '';
    expect(dataOf(await domains.update({ id, openTracking: true, clickTracking: true })).id).toBe(id);
    await call('PATCH', `/domains/${id}`, { body: { tracking_subdomain: 'links' } });
  });

  const stateOf = async (id: string) => dataOf(await client().emails.get(id)).last_event;

  it('is read as opened and as clicked by the official client, in its list and in its metrics too', async () => {
    const { emails } = client();
    const { id } = dataOf(
      await emails.send({
        from: `Shop <shop@${domain}>`,
        to: 'delivered@example.com',
        subject: 'Tracked',
        html: '<p><a href="https://www.example.com/">Look</a></p>',
      }),
    );
    const [message] = await waitFor(
      () => posthornAt(server()).captured(id),
      ({ length }) => length > 0,
    );
    const { html = '' } = await PostalMime.parse(message?.raw ?? '');
    await waitFor(
      () => stateOf(id),
      (state) => state === 'delivered',
    );
    // Behind the seconds in which programs look at a mail that has just come.
    await new Promise((resolve) => setTimeout(resolve, 3_200));
    expect(await follow(/<img src="([^"]+)"/.exec(html)?.[1] ?? '')).toBe(200);
    await waitFor(
      () => stateOf(id),
      (state) => state === 'opened',
    );
    expect(await follow(/href="([^"]+)"/.exec(html)?.[1] ?? '')).toBe(302);
    await waitFor(
      () => stateOf(id),
      (state) => state === 'clicked',
    );
    // The list shows it a moment later: a click is no write of who asks.
    await waitFor(
      async () => dataOf(await emails.list()).data,
      ([listed]) => listed?.id === id && listed.last_event === 'clicked',
    );
    const { totals } = await waitFor(
      async () => dataOf(await emails.metrics()),
      (found) => found.totals.clicked === 1,
    );
    expect(totals).toMatchObject({ opened: 1, unique_opened: 1, unique_clicked: 1, open_rate: 100, click_rate: 100 });
    expect(Object.keys(totals)).not.toContain('opened_all');
    await call('POST', '/contacts', { body: { email: 'delivered@example.com' } });
    const found = async (field: string, more: object) => {
      const filter = { type: 'rule', field, ...more };
      const { body } = await call('POST', '/dashboard-api/segments/count', { body: { filter } });
      return (body as { readonly count: number }).count;
    };
    const link = { operator: 'contains', value: 'www.example.com', within_days: 30 };
    expect(await found('activity.clicked_link', link)).toBe(1);
    expect(await found('activity.clicked_link', { ...link, value: '/other' })).toBe(0);
    expect(await found('activity.opened', { operator: 'in_last_days', value: 1 })).toBe(1);
  }, 60_000);

  it('is not tracked where its template says so, unless it says otherwise', async () => {
    const html = '<p><a href="https://www.example.com/">Look</a></p>';
    const from = `Shop <shop@${domain}>`;
    const made = await call('POST', '/templates', {
      body: { name: 'Quiet', alias: 'quiet', from, subject: 'Quiet', html, tracking: 'none' },
    });
    expect(made.status).toBe(201);
    await call('POST', '/templates/quiet/publish');
    expect((await call('GET', '/templates/quiet')).body).toMatchObject({ tracking: 'none' });
    const sent = async (headers: object) => {
      const { body } = await call('POST', '/emails', {
        body: { to: 'a@example.com', template: { id: 'quiet' }, headers },
      });
      const [message] = await waitFor(
        () => posthornAt(server()).captured((body as { readonly id: string }).id),
        ({ length }) => length > 0,
      );
      return ((await PostalMime.parse(message?.raw ?? '')).html ?? '').trim();
    };
    expect(await sent({})).toBe(html);
    expect(await sent({ 'X-Posthorn-Tracking': 'clicks' })).toContain(`links.${domain}`);
  });
});
