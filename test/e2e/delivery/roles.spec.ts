import { rmSync } from 'node:fs';
import { startServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { posthornAt } from './setup.js';

/** What an operator has who sets nothing. */
const defaultListPatience = { LIST_PATIENCE_MS: '' };
const hello = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

describe('the roles of a process', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('accept without delivering, and deliver what was accepted once that role runs', async () => {
    const accepting = await startServer({ dataDir, env: { POSTHORN_ROLES: 'api,projections' } });
    const first = posthornAt(accepting);
    const id = await first.send(hello);
    expect((await first.call('GET', '/emails')).body).toMatchObject({ data: [{ id, last_event: 'queued' }] });
    expect((await first.timeline(id)).map(({ type }) => type)).toEqual(['EmailAccepted']);
    await accepting.stop();

    const delivering = await startServer({ dataDir, env: { POSTHORN_ROLES: 'delivery,projections' } });
    const refused = await posthornAt(delivering).call('POST', '/emails', hello);
    expect(refused).toMatchObject({ status: 503, body: { name: 'application_error' } });
    expect((await fetch(`${delivering.url}/health/ready`)).status).toBe(200);
    await untilDelivered(delivering.url);
    await delivering.stop();

    const whole = await startServer({ dataDir });
    expect(await posthornAt(whole).email(id)).toMatchObject({ last_event: 'delivered' });
    await whole.stop();
  });

  it('list what the read models hold, after a moment, where nothing brings those up to date', async () => {
    const accepting = await startServer({ dataDir, env: { POSTHORN_ROLES: 'api', ...defaultListPatience } });
    const posthorn = posthornAt(accepting);
    await posthorn.send(hello);
    expect(await posthorn.call('GET', '/emails')).toMatchObject({ status: 200, body: { data: [] } });
    await accepting.stop();
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
