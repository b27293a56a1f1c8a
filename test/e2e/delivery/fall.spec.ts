import { movableClock } from '../../support/shifted-server.js';
import { type RunningServer, startServer, temporaryFolder } from '../../support/server.js';
import { startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { posthornAt } from './setup.js';

const weekMs = 7 * 86_400_000;
const fifty = Array.from({ length: 50 }, (_, index) => `person${index}`);

it('writes to the operators once receivers refuse what they took in the weeks before', async () => {
  const clock = movableClock();
  const sink = await startSmtpSink({
    rcpt: (address) => (address.endsWith('@now.test') ? '550 5.1.1 no such user' : '250 2.1.5 ok'),
  });
  const dataDir = temporaryFolder();
  const start = (): Promise<RunningServer> =>
    startServer({
      dataDir,
      env: {
        DELIVERY_MODE: 'relay',
        RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
        PREVERIFIED_DOMAINS: 'mail.example.com',
        NOTICE_FROM: 'posthorn@mail.example.com',
        NOTICE_TO: 'ops@before.test',
        ...clock.env,
      },
    });
  const send = (server: RunningServer, domain: string) =>
    posthornAt(server).send({
      from: 'shop@mail.example.com',
      to: fifty.map((name) => `${name}@${domain}`),
      subject: 'Hello',
      text: 'Hi',
    });
  const settled = (server: RunningServer, id: string, type: string) =>
    waitFor(
      async () => (await posthornAt(server).timeline(id)).filter((entry) => entry.type === type).length,
      (count) => count === fifty.length,
    );
  let server = await start();
  try {
    for (let mails = 0; mails < 4; mails += 1) {
      await settled(server, await send(server, 'before.test'), 'EmailDelivered');
    }
    await server.stop();
    clock.advance(weekMs);
    // A server that runs notices another time a moment later: mail to now.test would count among that before.
    server = await start();
    await settled(server, await send(server, 'now.test'), 'EmailBounced');
    await server.stop();
    server = await start();
    const subject = 'Fewer emails delivered: mail.example.com to other receivers';
    const notices = () => sink.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`));
    await waitFor(notices, (found) => found.length > 0);
    expect(notices().map(({ recipients }) => recipients)).toEqual([['ops@before.test']]);
    expect(String(notices()[0]?.raw)).toContain('100.0% (200 of 200)');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('posthorn_domain_falls_total{group="other",measure="delivered"} 1');
  } finally {
    await server.stop();
    await sink.close();
    clock.remove();
  }
}, 120_000);
