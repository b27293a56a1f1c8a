import { rmSync } from 'node:fs';
import { Resend } from 'resend';
import { changedWebhookReplay, oneWebhookReplay } from '../../support/answers.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';
import { type ReceivedWebhook, useWebhookReceiver } from '../../support/webhook-receiver.js';

const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };
const mails = 60;

describe('a replay over a kill', () => {
  const receiver = useWebhookReceiver();
  const dataDir = temporaryFolder();
  let server: RunningServer | undefined;
  const start = async (): Promise<RunningServer> => {
    server = await startServer({ dataDir, env: { LOG_LEVEL: 'warn', ALLOW_PRIVATE_FETCH: '1' } });
    return server;
  };
  afterAll(async () => {
    await server?.kill();
    rmSync(dataDir, { recursive: true });
  });

  const ask = async ({ url, key }: RunningServer, method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return (
      await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    ).json();
  };
  const mailOf = ({ body }: ReceivedWebhook) => (JSON.parse(body) as { data: { email_id: string } }).data.email_id;

  it('goes on where it was, leaves nothing out, and repeats under the same ids only', async () => {
    const first = await start();
    const { batch, webhooks } = new Resend(first.key, { baseUrl: first.url });
    const sent = (await batch.send(Array<typeof mail>(mails).fill(mail))).data?.data.map(({ id }) => id) ?? [];
    expect(sent).toHaveLength(mails);
    const { data } = await webhooks.create({ endpoint: receiver().url('/past'), events: ['email.sent'] });
    const path = `/webhooks/${data?.id ?? ''}`;
    const body = { since: '2020-01-01', per_second: 20 };
    const { id } = changedWebhookReplay.parse(await ask(first, 'POST', `${path}/replay`, body));
    await receiver().until('/past', 10);
    await first.kill();
    const before = receiver().at('/past').length;
    expect(before).toBeLessThan(mails);

    const second = await start();
    await waitFor(
      async () => oneWebhookReplay.parse(await ask(second, 'GET', `${path}/replays/${id}`)),
      ({ status }) => status === 'completed',
    );
    const got = receiver().at('/past');
    // In the order of the log, each of the two processes.
    for (const part of [got.slice(0, before), got.slice(before)]) {
      const places = part.map((each) => sent.indexOf(mailOf(each)));
      expect(places).toEqual([...places].sort((one, other) => one - other));
    }
    expect(new Set(got.map(mailOf))).toEqual(new Set(sent));
    const ids = new Map(got.map((each) => [mailOf(each), String(each.headers['webhook-id'])]));
    for (const each of got) expect(each.headers['webhook-id']).toBe(ids.get(mailOf(each)));
    expect(new Set(ids.values()).size).toBe(mails);
  }, 120_000);
});
