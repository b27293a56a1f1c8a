import { createHash } from 'node:crypto';
import { type Internet, mailTo, startInternet } from '../e2e/mx/setup.js';
import type { SinkScript } from '../support/smtp-sink.js';
import { tarpit } from '../support/tarpit.js';
import { waitFor } from '../support/wait-for.js';

const [alone, mixed] = ['127.0.0.2', '127.0.0.3'];
const firstDelayMs = 8_000;
const good = 10;
const bad = 40;

/** When each good one was there, by its recipient. */
const arrivedAtMs = new Map<string, number>();

/** The measured habit of Courier: eight seconds for the first refusal of a session, then twice as long each time. */
const courier: SinkScript = {
  ...tarpit({ firstDelayMs, isUnknown: (address) => address.startsWith('nobody') }),
  dot({ recipients }) {
    for (const address of recipients) arrivedAtMs.set(address, performance.now());
    return '250 2.0.0 taken';
  },
};

describe('good mail among four times as much bad mail, to a tarpit', () => {
  let net: Internet;
  beforeAll(async () => {
    net = await startInternet({
      hosts: { [alone]: courier, [mixed]: courier },
      zone: {
        'alone.mx.test': { A: [alone] },
        'mixed.mx.test': { A: [mixed] },
        'alone.test': { MX: [[10, 'alone.mx.test']] },
        'mixed.test': { MX: [[10, 'mixed.mx.test']] },
      },
    });
  });
  afterAll(() => net.close());

  /** How long each of the good ones took from its acceptance, in milliseconds; the longest comes last. */
  async function sendAll(host: string, addresses: readonly string[]): Promise<readonly number[]> {
    const acceptedAtMs = new Map<string, number>();
    const accepted = addresses.map(async (address) => {
      await net.posthorn.send(mailTo(address));
      acceptedAtMs.set(address, performance.now());
    });
    await Promise.all(accepted);
    await waitFor(
      () => net.hosts[host]?.messages.length ?? 0,
      (messages) => messages === good,
      { limitMs: 200_000 },
    );
    const took = addresses.flatMap((address) => {
      const arrivedMs = arrivedAtMs.get(address);
      return arrivedMs === undefined ? [] : [Math.max(0, arrivedMs - (acceptedAtMs.get(address) ?? 0))];
    });
    return took.toSorted((left, right) => left - right);
  }

  it('arrives in less than twice its time alone', async () => {
    const names = Array.from({ length: good }, (_, index) => `ada${index}`);
    const nobodies = Array.from({ length: bad }, (_, index) => `nobody${index}`);
    const alone_ = await sendAll(
      alone,
      names.map((name) => `${name}@alone.test`),
    );
    const among = await sendAll(
      mixed,
      shuffled([...names, ...nobodies]).map((name) => `${name}@mixed.test`),
    );
    process.stderr.write(`ms alone ${shown(alone_)}; among bad mail ${shown(among)}\n`);
    expect(among.at(-1)).toBeLessThan(2 * (alone_.at(-1) ?? 0));
  });
});

const shown = (took: readonly number[]): string => took.map((ms) => Math.round(ms)).join(' ');

/** In an order that is the same each time. */
function shuffled(names: readonly string[]): readonly string[] {
  const order = (name: string): string => createHash('sha256').update(name).digest('hex');
  return names.toSorted((left, right) => (order(left) < order(right) ? -1 : 1));
}
