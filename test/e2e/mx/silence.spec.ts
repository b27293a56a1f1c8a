import { type DeafHost, startDeafHost } from '../../support/deaf-host.js';
import { waitFor } from '../../support/wait-for.js';
import { type Internet, mailTo, startInternet } from './setup.js';

const [mute, deaf, good] = ['127.0.0.2', '127.0.0.4', '127.0.0.3'];
const places = 8;
/** Each is an MX set of its own: hosts that never greet, and hosts that never take a connection. */
const silent = Array.from({ length: 6 * places }, (_, index) => `silent-${index}.test`);

describe('receivers that do not answer', () => {
  let net: Internet;
  let deafHost: DeafHost;
  beforeAll(async () => {
    net = await startInternet({
      hosts: { [mute]: { greeting: () => 'silence' }, [good]: {} },
      zone: {
        ...Object.fromEntries(silent.map((domain) => [domain, { MX: [[10, `mx.${domain}`]] as const }])),
        ...Object.fromEntries(
          silent.map((domain, index) => [`mx.${domain}`, { A: [index % 2 === 0 ? mute : deaf] as const }]),
        ),
        'mx.good.test': { A: [good] },
        'good.test': { MX: [[10, 'mx.good.test']] },
        'mx.new.test': { A: [good] },
        'new.test': { MX: [[10, 'mx.new.test']] },
      },
      // Patience longer than the test.
      env: {
        MX_CONNECTIONS: String(places),
        POSTHORN_TEST_MX_SLOW_AFTER_MS: '500',
        MX_SLOW_CONNECTIONS: String(6 * places),
        POSTHORN_TEST_CONNECT_TIMEOUT_MS: '3600000',
        POSTHORN_TEST_GREETING_TIMEOUT_MS: '3600000',
      },
    });
    deafHost = await startDeafHost(deaf, net.hosts[good]?.port ?? 0);
  });
  afterAll(async () => {
    await net.close();
    await deafHost.close();
  });

  const send = (domain: string): Promise<string> => net.posthorn.send(mailTo(`ada@${domain}`));
  const triedMute = (hosts: number) =>
    waitFor(
      async () => net.hosts[mute]?.sessions.length ?? 0,
      (sessions) => sessions >= hosts,
    );

  it('keep nobody else waiting, known or new, where they are three times as many as there are places', async () => {
    await net.posthorn.until(await send('good.test'), 'delivered');
    const some = silent.slice(0, 3 * places);
    // More of each than could ever be under way.
    for (const domain of [...some, ...some, ...some]) await send(domain);
    await triedMute(some.length / 2);
    await net.posthorn.until(await send('new.test'), 'delivered');
    const mails = await Promise.all(Array.from({ length: 20 }, () => send('good.test')));
    for (const id of mails) await net.posthorn.until(id, 'delivered');
    // One mail of each is under way.
    expect(net.hosts[mute]?.sessions).toHaveLength(some.length / 2);
  });

  it('keep nobody waiting who answered before, however many they are', async () => {
    for (const domain of silent) await send(domain);
    await triedMute((3 * places) / 2 + 1);
    const mails = await Promise.all(Array.from({ length: 20 }, () => send('good.test')));
    for (const id of mails) await net.posthorn.until(id, 'delivered');
  });
});
