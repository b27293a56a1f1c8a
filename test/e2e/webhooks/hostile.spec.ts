import { Resend } from 'resend';
import { addTeam } from '../../support/second-team.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { startWebhookReceiver, verifiedBy, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { ask } from '../cli/setup.js';

const mail = { from: 'Shop <onboarding@resend.dev>', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };
/** Far less than an endpoint that stalls is waited for. */
const soonMs = 5_000;

describe('an endpoint', () => {
  let server: RunningServer;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    server = await startServer({ env: { ALLOW_PRIVATE_FETCH: '1', LOG_LEVEL: 'warn' } });
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    receiver.close();
    await server.stop();
  });

  const api = (key = server.key): Resend['webhooks'] => new Resend(key, { baseUrl: server.url }).webhooks;
  async function register(endpoint: string, key?: string): Promise<{ id: string; secret: string }> {
    const { data, error } = await api(key).create({ endpoint, events: ['email.sent'] });
    if (data === null) throw new Error(error.message);
    return { id: data.id, secret: data.signing_secret };
  }
  const send = (key = server.key) => ask(server, key, '/emails', mail);

  it('one that is slow or dead delays no other, of its own team or of another, at the same host', async () => {
    receiver.on('/stalls', () => undefined);
    receiver.on('/dead', (response) => void response.destroy());
    const stranger = await addTeam(server, 'Strangers');
    for (let count = 0; count < 6; count += 1) await register(receiver.url('/stalls'));
    await register(receiver.url('/dead'));
    const [well, theirs] = [await register(receiver.url('/well')), await register(receiver.url('/theirs'), stranger)];
    await Promise.all(Array.from({ length: 40 }, () => send()));
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: 20 }, () => send(stranger)));
    const [own, other] = await Promise.all([receiver.until('/well', 40), receiver.until('/theirs', 20)]);
    expect(performance.now() - startedAt).toBeLessThan(soonMs);
    for (const message of own) verifiedBy(well.secret, message);
    for (const message of other) verifiedBy(theirs.secret, message);
    // Eight of each endpoint's messages are open at once, and no more.
    expect(receiver.at('/stalls')).toHaveLength(48);
  });
});
