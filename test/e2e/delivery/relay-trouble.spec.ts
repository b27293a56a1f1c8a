import { runInProcess } from '../../support/command-line.js';
import { type RunningServer, startServer } from '../../support/server.js';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { type Posthorn, posthornAt } from './setup.js';

const credentials = { username: 'posthorn', password: 'secret-word' };

/** One relay, that gets into one trouble after the other. */
describe('a relay that takes no mail', () => {
  let sink: SmtpSink;
  let server: RunningServer;
  let posthorn: Posthorn;
  let refuses = true;
  let relay: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const mail = () => (refuses ? '450 4.7.1 not for this sender now' : '250 2.1.0 ok');
    sink = await startSmtpSink({ mail, credentials });
    const { username, password } = credentials;
    relay = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://${username}:${password}@127.0.0.1:${sink.port}` };
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
  const untilSaid = (says: string) =>
    waitFor(
      () => lines(),
      (said) => said.some((line) => line.includes(says)),
    );

  it('is said once, and found by doctor, until it takes mail again', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => posthorn.send(mail)));
    await waitFor(lines, (said) => said.length > 0);
    for (const id of ids)
      await waitFor(
        () => posthorn.timeline(id),
        (events) => events.some(({ type }) => type === 'DeliveryDeferred'),
      );
    expect(lines()).toEqual([expect.stringContaining('The relay refuses the sender')]);
    expect(lines()[0]).toContain('"level":"warn"');
    expect(await findings(relay)).toEqual(['relay-sender']);
    refuses = false;
    for (const id of ids) await posthorn.until(id, 'delivered');
    expect(lines()).toEqual([expect.any(String), expect.stringContaining('The relay accepts email again')]);
    expect(await findings(relay)).toEqual([]);
  });

  it('is said where nothing listens, and where it refuses the password, without the password', async () => {
    const { port } = sink;
    await sink.close();
    const id = await posthorn.send(mail);
    await untilSaid('The relay cannot be reached');
    sink = await startSmtpSink({ credentials: { ...credentials, password: 'another' } }, { port });
    await untilSaid('The relay refuses the login');
    expect(server.output()).not.toContain(credentials.password);
    await sink.close();
    sink = await startSmtpSink({ credentials }, { port });
    await posthorn.until(id, 'delivered');
  });
});
