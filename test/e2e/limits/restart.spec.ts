import { rmSync } from 'node:fs';
import { Resend } from 'resend';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';

const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

describe('quotas over a restart', () => {
  const dataDir = temporaryFolder();
  let server: RunningServer | undefined;
  const start = async (): Promise<Resend> => {
    server = await startServer({ dataDir, env: { LOG_LEVEL: 'warn', MONTHLY_QUOTA: '4' } });
    return new Resend(server.key, { baseUrl: server.url });
  };
  afterAll(async () => {
    await server?.kill();
    rmSync(dataDir, { recursive: true });
  });

  it('go on from what the log holds, after an orderly stop and after a kill', async () => {
    const first = await start();
    for (const number of ['1', '2']) {
      const { headers } = await first.emails.send(mail, { idempotencyKey: number });
      expect(headers?.['x-resend-monthly-quota']).toBe(number);
    }
    await server?.stop();

    const second = await start();
    expect((await second.emails.send(mail)).headers?.['x-resend-monthly-quota']).toBe('3');
    // Killed with the read model a moment behind the log.
    expect((await second.emails.send(mail)).headers?.['x-resend-monthly-quota']).toBe('4');
    await server?.kill();

    const third = await start();
    expect(await third.emails.send(mail, { idempotencyKey: '1' })).toMatchObject({ error: null });
    expect(await third.emails.send(mail)).toMatchObject({ error: { name: 'monthly_quota_exceeded' } });
    expect((await third.usage.get()).data).toMatchObject({ emails: { monthly: { used: 4, limit: 4 } } });
  }, 120_000);
});
