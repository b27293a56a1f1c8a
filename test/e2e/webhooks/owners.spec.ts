import type { Browser } from '../../support/browser.js';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { waitFor } from '../../support/wait-for.js';
import { usePeople } from '../people/setup.js';

const people = usePeople({ ALLOW_PRIVATE_FETCH: '1', WEBHOOK_REQUESTS_AT_ONCE: '5' });

const done = async (answer: Promise<{ readonly status: number }>): Promise<void> =>
  expect([200, 201]).toContain((await answer).status);
const register = (browser: Browser, endpoint: string) =>
  done(browser.call('POST', '/webhooks', { endpoint, events: ['email.sent'] }));
const mail = { from: 'ada@posthorn.test', to: ['delivered@resend.dev'], subject: 'Hello', text: 'Hello' };
const send = (browser: Browser) => done(browser.call('POST', '/emails', mail));

describe('webhooks of the teams of one person', () => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  it('have the requests of one team under way, all together, and hold up no other team', async () => {
    const owner = people.admin();
    // In the team of the installation, which counts alone.
    const other = await people.person('admin', 'other@example.com');
    const stalled = ['/one', '/two', '/three', '/four'];
    for (const path of stalled) receiver.on(path, () => undefined);
    for (const paths of [stalled.slice(0, 2), stalled.slice(2)]) {
      const team = await owner.call('POST', '/dashboard-api/teams', { name: 'Looms' });
      await done(owner.call('POST', '/dashboard-api/session/team', { team_id: team.body['id'] }));
      for (const path of paths) await register(owner, receiver.url(path));
      for (let mails = 0; mails < 4; mails += 1) await send(owner);
    }
    await register(other, receiver.url('/well'));
    for (let mails = 0; mails < 10; mails += 1) await send(other);
    await receiver.until('/well', 10);
    const open = () => stalled.flatMap((path) => receiver.at(path)).length;
    await waitFor(
      async () => open(),
      (count) => count >= 5,
    );
    expect(open()).toBe(5);
    const metrics = await (await fetch(`${people.server().url}/metrics`)).text();
    expect(metrics).toMatch(/^posthorn_webhook_held 11$/m);
  });
});
