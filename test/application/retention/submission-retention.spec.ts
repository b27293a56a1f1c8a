import type { Kid } from '../../../src/domain/shared/personal.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { createGate } from '../../support/gate.js';
import { hourMs, retaining } from '../../support/retaining.js';
import { useWorld, world } from '../../support/world.js';

const mail = mailTo(['ada@one.test']);
const long = mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(30_000)]] });

describe('retention of submissions', () => {
  useWorld('example.com');
  let retention: ReturnType<typeof retaining>;
  beforeEach(async () => {
    retention = retaining(world);
  });

  const send = (key = 'key-1') => accepting(world).send(mail, keyed(key));
  const submissions = async () => [...new Set(await world.streamsWith('SubmissionAccepted'))];
  const settle = async () => {
    await retention.sweep();
    await retention.seal();
    await retention.retireSubmissions();
  };

  it('frees a key 72 hours after its last use; its mail stays', async () => {
    const emailId = idOf(await send());
    const [stream] = await submissions();
    if (stream === undefined) throw new Error('no submission');
    world.clock.advance(72 * hourMs - 1);
    await settle();
    expect(await submissions()).toEqual([stream]);
    world.clock.advance(1);
    await settle();
    expect(await submissions()).toEqual([]);
    expect(await world.store.removalOf(stream)).toEqual({ mode: 'soft', lastRevision: 0 });
    expect(await world.emailTypes(emailId)).toEqual(['EmailAccepted']);
    const keys = await world.keys.getMany([`${world.keys.created[0]?.row}.0` as Kid]);
    expect([...keys.values()].map(({ state }) => state)).toEqual(['present']);

    const again = idOf(await send());
    expect(again).not.toBe(emailId);
    const [reopened] = await world.events(stream);
    expect(reopened).toMatchObject({ revision: 1, event: { type: 'SubmissionAccepted' } });
    await retention.seal();
    expect(await retention.verify()).toBeUndefined();

    world.clock.advance(72 * hourMs);
    await settle();
    await retention.seal();
    expect(await submissions()).toEqual([]);
    expect(await retention.verify()).toBeUndefined();
  });

  it('takes the list and the errors of a batch with it, and nothing of its mails', async () => {
    const items = Array.from({ length: 60 }, () => ({ request: long }));
    await accepting(world).sendBatch([{ request: mail }, { invalid: 'no recipient' }], 'permissive');
    const errorsRow = world.keys.created.at(-1)?.row;
    await accepting(world).sendBatch(items);
    const lists = world.blobs.stored.filter(({ bytes }) => bytes.length > 1_000_000);
    expect(lists.length).toBeGreaterThan(0);
    const bodies = world.blobs.blobs.size - lists.length;
    world.clock.advance(72 * hourMs);
    await settle();
    expect(await submissions()).toEqual([]);
    expect(world.blobs.blobs.size).toBe(bodies);
    const kids = world.keys.created.map(({ row }) => `${row}.0` as Kid);
    const destroyed = [...(await world.keys.getMany(kids))].filter(([, { state }]) => state === 'destroyed');
    expect(destroyed.map(([kid]) => kid)).toHaveLength(2);
    expect(destroyed[0]?.[0]).toBe(`${errorsRow}.0`);
  });

  it.each([
    ['is sealed', () => retention.sweep(), () => retention.seal()],
    ['was swept', () => retention.seal(), () => retention.sweep()],
  ])('waits until it %s', async (_, before, after) => {
    await send();
    world.clock.advance(72 * hourMs);
    await before();
    await retention.retireSubmissions();
    expect(await submissions()).toHaveLength(1);
    await after();
    await retention.retireSubmissions();
    expect(await submissions()).toEqual([]);
  });

  it('waits until every mail of it is open', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    const emailId = idOf(await send());
    world.clock.advance(72 * hourMs);
    await settle();
    expect(await submissions()).toHaveLength(1);
    const open = world.store.appends.find(([anchor]) => anchor.stream.startsWith('submission-'))?.slice(1) ?? [];
    for (const write of open) await world.store.append([write]);
    expect(await world.emailTypes(emailId)).toEqual(['EmailAccepted']);
    await settle();
    expect(await submissions()).toEqual([]);
  });

  it('keeps a stream in which an accept was abandoned: its writer still loses', async () => {
    const gate = createGate();
    world.store.beforeNext('SubmissionAccepted', gate.pass);
    const sleeping = send();
    await gate.reached;
    world.clock.advance(24 * hourMs);
    await settle();
    world.clock.advance(400 * hourMs);
    await settle();
    gate.open();
    expect(await sleeping).toMatchObject({ refused: 'unavailable' });
    expect(await world.streamsWith('EmailAccepted')).toEqual([]);
  });

  it('never comes between a request and its key', async () => {
    await send();
    world.clock.advance(72 * hourMs);
    await retention.sweep();
    await retention.seal();
    // Its stream as this request saw it is gone when it writes.
    const gate = createGate();
    world.store.beforeNext('SubmissionAccepted', gate.pass);
    const slow = send();
    await gate.reached;
    await retention.retireSubmissions();
    gate.open();
    expect(await slow).toMatchObject({ refused: 'unavailable' });
    const retried = idOf(await send());
    expect(await world.emailTypes(retried)).toEqual(['EmailAccepted']);
    await retention.seal();
    expect(await retention.verify()).toBeUndefined();
  });
});
