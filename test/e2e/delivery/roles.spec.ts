import { rmSync } from 'node:fs';
import { startServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf } from '../cli/setup.js';
import { posthornAt } from './setup.js';

/** What an operator has who sets nothing. */
const defaultListPatience = { POSTHORN_TEST_LIST_PATIENCE_MS: '' };
const hello = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

describe('the roles of a process', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('accept without delivering, and deliver what was accepted once that role runs', async () => {
    const accepting = await startServer({ dataDir, env: { POSTHORN_ROLES: 'api', ...defaultListPatience } });
    const first = posthornAt(accepting);
    const id = await first.send(hello);
    // Nothing brings the read models up to date: a list shows what they hold, after a moment.
    expect(await first.call('GET', '/emails')).toMatchObject({ status: 200, body: { data: [] } });
    expect(await first.email(id)).toMatchObject({ last_event: 'queued' });
    expect((await first.timeline(id)).map(({ type }) => type)).toEqual(['EmailAccepted']);
    expect(accepting.output()).not.toContain('SMTP   ');
    await accepting.stop();

    const delivering = await startServer({ dataDir, env: { POSTHORN_ROLES: 'delivery,projections' } });
    const refused = await posthornAt(delivering).call('POST', '/emails', hello);
    expect(refused).toMatchObject({ status: 503, body: { name: 'application_error' } });
    expect((await fetch(`${delivering.url}/health/ready`)).status).toBe(200);
    await untilDelivered(delivering.url);
    await delivering.stop();
    const { state } = await answerOf<{ state: object }>(dataDir, ['audit', id]);
    expect(state).toMatchObject({ lastEvent: 'delivered' });
  });

  it('refuse to deliver without the projections that say what is pending', async () => {
    await expect(startServer({ dataDir, env: { POSTHORN_ROLES: 'api,delivery' } })).rejects.toThrow('POSTHORN_ROLES');
  });
});

async function untilDelivered(url: string): Promise<void> {
  await waitFor(
    async () => (await fetch(`${url}/metrics`)).text(),
    (text) => text.includes('posthorn_delivery_attempts_total{outcome="delivered"} 1'),
  );
}
