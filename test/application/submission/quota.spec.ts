import type { QuotaLimits } from '../../../src/application/ports/quota-counter.js';
import { Quotas } from '../../../src/application/usage/quotas.js';
import { createInProcessQuotaCounter } from '../../../src/infrastructure/quota-counter/in-process-quota-counter.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { teamId, useWorld, world } from '../../support/world.js';

const mailbox = (address: string) => ({ name: null, address });
const item = (...addresses: readonly string[]) => ({ request: mailTo(addresses) });
const elsewhere = { request: mailTo(['ada@one.test'], { from: mailbox('news@unknown.test') }) };
const over = { refused: 'daily-quota-exceeded', retryAfterSeconds: 14 * 3600 };

describe('accepting within a quota', () => {
  useWorld('example.com');

  /** A process whose counter begins at nothing. */
  function limited(limits: Partial<QuotaLimits>) {
    const quotas = new Quotas({
      quotaCounter: createInProcessQuotaCounter(),
      quotaLimits: { daily: null, monthly: null, ...limits },
      store: world.store,
      readStore: new MemoryReadStore(),
      whenProcessed: async () => true,
      clock: world.clock,
      onFailure: (error) => {
        throw error;
      },
    });
    const used = async () => (await quotas.used(teamId)).daily;
    return { ...accepting(world, { quotas }), used };
  }

  it('counts every recipient of a mail: to, cc and bcc', async () => {
    const { send, used } = limited({ daily: 100 });
    const cc = [mailbox('bo@one.test')];
    const bcc = [mailbox('cy@one.test'), mailbox('di@two.test')];
    idOf(await send(mailTo(['ada@one.test'], { cc, bcc })));
    expect(await used()).toBe(4);
  });

  it('refuses the mail that would exceed it, and takes the smaller one that fits', async () => {
    const { send } = limited({ daily: 3 });
    idOf(await send(mailTo(['ada@one.test', 'bo@one.test'])));
    expect(await send(mailTo(['ada@one.test', 'bo@one.test']))).toEqual(over);
    idOf(await send(mailTo(['ada@one.test'])));
    expect(await send(mailTo(['ada@one.test']))).toEqual(over);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(2);
  });

  it('is not used by what strangers made the team send, and does not stand in its way', async () => {
    const { send, used } = limited({ daily: 1 });
    const unasked = mailTo(['ada@one.test'], { retryClass: 'strangers' });
    idOf(await send(unasked));
    idOf(await send(unasked));
    expect(await used()).toBe(0);
    idOf(await send(mailTo(['ada@one.test'])));
    idOf(await send(unasked));
    expect(await used()).toBe(1);
  });

  it('lets exactly as many through as fit, however many come at once', async () => {
    const { send } = limited({ monthly: 7 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(mailTo(['ada@one.test']))));
    expect(answers.filter((answer) => 'emailId' in answer)).toHaveLength(7);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(7);
  });

  it('uses none for a repeat under an idempotency key, even when nothing is left', async () => {
    const { send, used } = limited({ daily: 1 });
    const first = await send(mailTo(['ada@one.test']), keyed('k1'));
    expect(await send(mailTo(['ada@one.test']), keyed('k1'))).toEqual(first);
    expect(await used()).toBe(1);
    expect(await send(mailTo(['ada@one.test']), keyed('k2'))).toEqual(over);
  });

  it('uses one where the same key comes twice at once, in two processes too', async () => {
    const [one, two] = [limited({ daily: 100 }), limited({ daily: 100 })];
    const ask = ({ send }: typeof one) => send(mailTo(['ada@one.test']), keyed('k1'));
    const answers = await Promise.all([ask(one), ask(one), ask(two)]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect((await one.used()) + (await two.used())).toBe(1);
  });

  it('remembers no refusal: the same key is taken once there is room', async () => {
    const { send } = limited({ daily: 1 });
    idOf(await send(mailTo(['ada@one.test'])));
    expect(await send(mailTo(['bo@one.test']), keyed('k1'))).toEqual(over);
    world.clock.advance(14 * 3_600_000);
    idOf(await send(mailTo(['bo@one.test']), keyed('k1')));
  });

  it('uses none for what is refused or fails', async () => {
    const { send, used } = limited({ daily: 100 });
    expect(await send(elsewhere.request)).toMatchObject({ refused: 'domain-not-verified' });
    expect(await send(elsewhere.request, keyed('k1'))).toMatchObject({ refused: 'domain-not-verified' });
    world.blobs.broken = true;
    expect(await send(mailTo(['ada@one.test']))).toMatchObject({ refused: 'unavailable' });
    expect(await send(mailTo(['ada@one.test']), keyed('k2'))).toMatchObject({ refused: 'unavailable' });
    expect(await used()).toBe(0);
  });

  it('counts all mails of a batch, and refuses the whole batch in either mode', async () => {
    const { sendBatch, used } = limited({ daily: 4 });
    const three = [item('ada@one.test', 'bo@one.test'), item('cy@two.test')];
    expect(await sendBatch(three)).toMatchObject({ emailIds: [expect.any(String), expect.any(String)] });
    expect(await used()).toBe(3);
    expect(await sendBatch([item('ada@one.test'), item('bo@one.test')])).toEqual(over);
    expect(await sendBatch([item('ada@one.test'), item('bo@one.test')], 'permissive')).toEqual(over);
    expect(await used()).toBe(3);
    expect(await world.streamsWith('EmailAccepted')).toHaveLength(2);
  });

  it('counts only what a permissive batch really sends', async () => {
    const { sendBatch, used } = limited({ daily: 1 });
    const batch = [elsewhere, { invalid: 'nonsense' }, item('ada@one.test')];
    expect(await sendBatch(batch, 'permissive')).toMatchObject({
      emailIds: [expect.any(String)],
      errors: [{ index: 0 }, { index: 1 }],
    });
    expect(await used()).toBe(1);
    expect(await sendBatch([elsewhere], 'permissive')).toMatchObject({ emailIds: [], errors: [{ index: 0 }] });
  });
});
