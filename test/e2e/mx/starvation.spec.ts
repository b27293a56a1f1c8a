import { waitFor } from '../../support/wait-for.js';
import { type Internet, mailTo, startInternet } from './setup.js';

const [slow, fast] = ['127.0.0.2', '127.0.0.3'];
const slowDomains = Array.from({ length: 20 }, (_, index) => `slow-${index}.test`);

describe('a receiver that takes its time', () => {
  let net: Internet;
  let letGo = false;
  beforeAll(async () => {
    net = await startInternet({
      hosts: {
        // Says nothing until it is told to.
        [slow]: { greeting: () => (letGo ? '220 at last' : 'silence') },
        [fast]: {},
      },
      zone: {
        'slow.mx.test': { A: [slow] },
        'fast.mx.test': { A: [fast] },
        'fast.test': { MX: [[10, 'fast.mx.test']] },
        ...Object.fromEntries(slowDomains.map((domain) => [domain, { MX: [[10, 'slow.mx.test']] as const }])),
      },
      // Fewer places than mails that wait for it, and patience longer than the test.
      env: { MX_CONNECTIONS: '8', POSTHORN_TEST_GREETING_TIMEOUT_MS: '3600000' },
    });
  });
  afterAll(() => net.close());

  it('keeps nobody else waiting, however many domains it serves', async () => {
    const waiting = await Promise.all(slowDomains.map((domain) => net.posthorn.send(mailTo(`ada@${domain}`))));
    // Nothing is heard of a client that waits for a greeting, so it is looked for.
    await waitFor(
      async () => net.hosts[slow]?.sessions.length ?? 0,
      (sessions) => sessions >= 1,
    );
    const others = Array.from({ length: 20 }, (_, mail) => net.posthorn.send(mailTo(`ada${mail}@fast.test`)));
    for (const id of await Promise.all(others)) await net.posthorn.until(id, 'delivered');
    // More are never tried before one was good.
    expect(net.hosts[slow]?.sessions).toHaveLength(1);
    letGo = true;
    for (const session of net.hosts[slow]?.sessions ?? []) session.drop();
    for (const id of waiting) await net.posthorn.until(id, 'delivered');
    expect(net.hosts[slow]?.messages).toHaveLength(slowDomains.length);
  });
});
