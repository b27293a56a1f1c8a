import { runInProcess } from '../../support/command-line.js';
import { startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { type Internet, mailTo, startInternet } from './setup.js';

const open = '127.0.0.2';
/** Where nothing listens. */
const closed = ['127.0.0.4', '127.0.0.5', '127.0.0.6'];

let net: Internet;
beforeAll(async () => {
  net = await startInternet({
    hosts: { [open]: {} },
    zone: Object.fromEntries(closed.map((address, index) => [`closed${index}.test`, { A: [address] }])),
  });
});
afterAll(() => net.close());

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
  await waitFor(metrics, (said) => said.includes(deferred));
  expect(await found()).toEqual(['port-25']);

  const [host = ''] = closed;
  const sink = await startSmtpSink({}, { host, port: net.hosts[open]?.port ?? 0 });
  try {
    await posthorn.until(await posthorn.send(mailTo('ada@closed0.test')), 'delivered');
    await waitFor(
      () => lines('can be reached on port 25 again'),
      (said) => said.length === 1,
    );
    await waitFor(health, (said) => said === '{"status":"ok"}');
    expect(await found()).toEqual([]);
    // Or two, where the one that was deferred has had its turn by now.
    const delivered = /posthorn_delivery_results_total\{receiver="other",outcome="delivered",reply="none"\} [12]\n/;
    await waitFor(metrics, (said) => delivered.test(said));
  } finally {
    await sink.close();
  }
});
