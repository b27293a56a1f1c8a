import type { RecipientReply } from '../../../src/application/ports/mail-transport.js';
import { type TlsTrouble, watchingTls } from '../../../src/application/delivery/tls-watch.js';
import { FakeTransport } from '../../support/fake-transport.js';

const text = 'the receiver requires TLS: it does not offer STARTTLS';
const failed: RecipientReply = { recipients: [0], step: 'starttls', code: null, enhancedCode: null, text, host: 'mx' };
const to = (mxSet: string, tls: 'opportunistic' | 'enforced' = 'opportunistic') => ({
  route: { kind: 'mx', mxSet, hosts: [] } as const,
  recipients: [],
  tls,
});

function watched(reply: RecipientReply) {
  const transport = new FakeTransport();
  transport.reach = async () => ({ replies: [reply], unknown: [], withheld: [] });
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs };
  const said: TlsTrouble[] = [];
  return { said, clock, transport: watchingTls(transport, clock, (trouble) => said.push(trouble)) };
}

describe('a receiver that requires TLS which fails', () => {
  it('is reported once an hour, each on its own', async () => {
    const { said, clock, transport } = watched(failed);
    for (const mxSet of ['one', 'one', 'two']) await transport.reach(to(mxSet));
    clock.nowMs = 3_599_999;
    await transport.reach(to('one'));
    expect(said).toEqual([
      { mxSet: 'one', reason: text },
      { mxSet: 'two', reason: text },
    ]);
    clock.nowMs = 3_600_000;
    await transport.reach(to('one'));
    expect(said).toHaveLength(3);
  });

  it('is not quoted: its own words may name a person', async () => {
    const { said, transport } = watched({ ...failed, code: 454, text: '4.7.0 not for ada@example.com' });
    await transport.reach(to('one'));
    expect(said).toEqual([{ mxSet: 'one', reason: null }]);
  });

  it('is none where the sender’s domain demands TLS, nor where another step failed', async () => {
    const demanded = watched(failed);
    await demanded.transport.reach(to('one', 'enforced'));
    const refused = watched({ ...failed, step: 'connect' });
    await refused.transport.reach(to('one'));
    expect([...demanded.said, ...refused.said]).toEqual([]);
  });
});
