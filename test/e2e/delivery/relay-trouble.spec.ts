import { runInProcess } from '../../support/command-line.js';
import { closedPort } from '../../support/closed-port.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { type Posthorn, posthornAt } from './setup.js';

describe('a relay that takes no mail', () => {
  let sink: SmtpSink;
  let server: RunningServer;
  let posthorn: Posthorn;
  let refuses = true;
  let relay: Readonly<Record<string, string>>;

  beforeAll(async () => {
    sink = await startSmtpSink({ mail: () => (refuses ? '450 4.7.1 not for this sender now' : '250 2.1.0 ok') });
    relay = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://127.0.0.1:${sink.port}` };
    server = await startServer({
      env: { ...relay, PREVERIFIED_DOMAINS: 'mail.example.com', RETRY_SCHEDULE_STANDARD: '1', LOG_LEVEL: 'warn' },
    });
    posthorn = posthornAt(server);
  });
  afterAll(async () => {
    await server.stop();
    await sink.close();
  });

  const mail = { from: 'Shop <shop@mail.example.com>', to: 'someone@example.net', subject: 'Hello', text: 'Hi' };
  const lines = (): string[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('The relay'));
  const findings = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
    const ran = await runInProcess(['doctor', '--json'], { DATA_DIR: server.dataDir, ...env });
    const { findings } = JSON.parse(ran.stdout) as { findings: { code: string }[] };
    return findings.map(({ code }) => code).filter((code) => code.startsWith('relay-'));
  };
  it('is said once, and found by doctor, until it takes mail again', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => posthorn.send(mail)));
    await waitFor(lines, (said) => said.length > 0);
    for (const id of ids)
      await waitFor(
        () => posthorn.timeline(id),
        (events) => events.some(({ type }) => type === 'DeliveryDeferred'),
      );
    expect(lines()).toEqual([expect.stringContaining('The relay refuses the sender')]);
    expect(lines()[0]).toContain('"level":40');
    expect(await findings(relay)).toEqual(['relay-sender']);
    refuses = false;
    for (const id of ids) await posthorn.until(id, 'delivered');
    expect(lines()).toEqual([expect.any(String), expect.stringContaining('The relay takes mail again')]);
    expect(await findings(relay)).toEqual([]);
  });
});

describe('a relay that does not answer, or refuses the password', () => {
  it.each([
    [
      'nothing listens',
      async () => ({ port: await closedPort(), close: () => Promise.resolve() }),
      'cannot be reached',
    ],
    [
      'the password is wrong',
      () => startSmtpSink({ credentials: { username: 'posthorn', password: 'another' } }),
      'refuses the login',
    ],
  ] as const)('%s', async (_case, listen, says) => {
    const relay = await listen();
    const env = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://posthorn:secret-word@127.0.0.1:${relay.port}` };
    const server = await startServer({ env: { ...env, PREVERIFIED_DOMAINS: 'mail.example.com', LOG_LEVEL: 'warn' } });
    try {
      await posthornAt(server).send({ from: 'a@mail.example.com', to: 'b@example.net', subject: 'Hello', text: 'Hi' });
      await waitFor(
        () => server.output(),
        (output) => output.includes(`The relay ${says}`),
      );
      expect(server.output()).not.toContain('secret-word');
    } finally {
      await server.stop();
      await relay.close();
    }
  });
});
