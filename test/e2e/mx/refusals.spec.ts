import { runInProcess } from '../../support/command-line.js';
import { type SinkSession, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { type Internet, mailTo, startInternet } from './setup.js';

const [limited, tarpit] = ['127.0.0.2', '127.0.0.3'];
/** Where nothing listens. */
const closed = ['127.0.0.4', '127.0.0.5', '127.0.0.6'];
const mostRecipients = 2;

let net: Internet;
const accepted = new Map<SinkSession, number>();
let letGo = (): void => undefined;
const released = new Promise<void>((resolve) => {
  letGo = resolve;
});

beforeAll(async () => {
  net = await startInternet({
    hosts: {
      [limited]: {
        mail: (_path, session) => {
          accepted.set(session, 0);
          return '250 2.1.0 ok';
        },
        rcpt: (_path, session) => {
          const before = accepted.get(session) ?? 0;
          accepted.set(session, before + 1);
          return before < mostRecipients ? '250 2.1.5 ok' : '552 too many';
        },
      },
      [tarpit]: {
        rcpt: async (address) => {
          if (!address.startsWith('nobody')) return '250 2.1.5 ok';
          await released;
          return '550 5.1.1 no such user';
        },
      },
    },
    zone: {
      'limited.mx.test': { A: [limited] },
      'tarpit.mx.test': { A: [tarpit] },
      'limited.test': { MX: [[10, 'limited.mx.test']] },
      'tarpit.test': { MX: [[10, 'tarpit.mx.test']] },
      ...Object.fromEntries(closed.map((address, index) => [`closed${index}.test`, { A: [address] }])),
    },
  });
});
afterAll(() => net.close());

it('a receiver that takes two recipients in a transaction gets five in three, without a delay', async () => {
  const id = await net.posthorn.send(mailTo(...['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@limited.test`)));
  const types = await waitFor(
    async () => (await net.posthorn.timeline(id)).map(({ type }) => type),
    (events) => events.filter((type) => type === 'EmailDelivered').length === 5,
  );
  expect(net.receivedBy(limited, id).map(({ recipients }) => recipients.length)).toEqual([2, 2, 1]);
  expect(types.filter((type) => type === 'DeliveryAttemptStarted')).toHaveLength(3);
  expect(types).not.toContain('DeliveryDeferred');

  // The next one asks for no more than it takes.
  const before = net.hosts[limited]?.sessions.flatMap(({ commands }) => commands).length ?? 0;
  const next = await net.posthorn.send(mailTo('a@limited.test', 'b@limited.test', 'c@limited.test'));
  await net.hosts[limited]?.until(() => net.receivedBy(limited, next).length === 2);
  const commands = net.hosts[limited]?.sessions.flatMap((session) => session.commands).slice(before) ?? [];
  expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(3);
});

it('a receiver that holds refusals back delays no good mail, and the refused bounce when it speaks', async () => {
  const nobodies = Array.from({ length: 8 }, (_, index) => mailTo(`nobody${index}@tarpit.test`));
  const bad = await Promise.all(nobodies.map((mail) => net.posthorn.send(mail)));
  const good = await Promise.all(['ada', 'bo', 'cleo'].map((name) => net.posthorn.send(mailTo(`${name}@tarpit.test`))));
  for (const id of good) await net.posthorn.until(id, 'delivered');
  letGo();
  for (const id of bad) await net.posthorn.until(id, 'bounced');
});

it('a port that is shut everywhere is said in log, health, metrics, status and by doctor, and so is its end', async () => {
  const { server, posthorn } = net;
  const health = async (): Promise<string> => (await fetch(`${server.url}/health`)).text();
  const metrics = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
  const metric = async (): Promise<string | undefined> =>
    /posthorn_delivery_trouble\{kind="port-25"\} (\d)/.exec(await metrics())?.[1];
  const lines = (says: string): string[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(says));
  const found = async (): Promise<string[]> => {
    const env = { DATA_DIR: server.dataDir, DELIVERY_MODE: 'mx', ALLOW_PRIVATE_MX: '1' };
    const ran = await runInProcess(['doctor', '--json'], env);
    const { findings } = JSON.parse(ran.stdout) as { findings: { code: string }[] };
    return findings.map(({ code }) => code).filter((code) => code === 'port-25');
  };
  for (const index of closed.keys()) await posthorn.send(mailTo(`ada@closed${index}.test`));
  await waitFor(
    () => lines('can be reached on port 25'),
    (said) => said.length > 0,
  );
  expect(lines('port 25')).toEqual([expect.stringContaining('"level":"warn"')]);
  await waitFor(health, (said) => said.includes('port 25'));
  expect(await metric()).toBe('1');
  const deferred = 'posthorn_delivery_results_total{receiver="other",outcome="deferred",reply="no-reply"} 3';
  // Results come from the thread of delivery, some at a time.
  const figures = await waitFor(metrics, (said) => said.includes(deferred));
  expect(figures).toMatch(/posthorn_delivery_results_total\{receiver="other",outcome="delivered",reply="none"\} [1-9]/);
  expect(await found()).toEqual(['port-25']);

  const [host = ''] = closed;
  const sink = await startSmtpSink({}, { host, port: net.hosts[limited]?.port ?? 0 });
  try {
    await posthorn.until(await posthorn.send(mailTo('ada@closed0.test')), 'delivered');
    await waitFor(
      () => lines('can be reached on port 25 again'),
      (said) => said.length === 1,
    );
    await waitFor(health, (said) => said === '{"status":"ok"}');
    expect(await found()).toEqual([]);
  } finally {
    await sink.close();
  }
});
