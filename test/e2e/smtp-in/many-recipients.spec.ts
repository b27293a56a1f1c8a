import { type RunningServer, startServer } from '../../support/server.js';
import { posthornAt } from '../delivery/setup.js';
import { idIn, transportTo } from './setup.js';

/** RFC 5321 §4.5.3.1.8: at least a hundred; ours is a thousand. */
describe('a message to a thousand recipients', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { LOG_LEVEL: 'warn' } });
  });
  afterAll(() => server.stop());

  it('is one email, which is delivered to each', async () => {
    const transport = transportTo(server);
    const addresses = Array.from({ length: 1_000 }, (_, number) => `delivered+list-member-${number}@resend.dev`);
    const sent = await transport.sendMail({
      from: 'Posthorn <onboarding@resend.dev>',
      to: addresses.slice(0, 20),
      subject: 'To all',
      text: 'Hello.',
      envelope: { from: 'onboarding@resend.dev', to: addresses },
    });
    expect(sent.rejected).toEqual([]);
    const posthorn = posthornAt(server);
    const email = await posthorn.until(idIn(sent.response), 'delivered');
    const recipients = email['recipients'] as readonly { readonly status: string }[];
    expect(recipients).toHaveLength(1_000);
    expect(email['to']).toHaveLength(20);
    expect(email['bcc']).toHaveLength(980);
    const usage = await posthorn.call('GET', '/usage');
    expect(JSON.stringify(usage.body)).toContain('1000');
  });
});
