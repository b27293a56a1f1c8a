import { createSubmissionOpener } from '../../../src/application/submission/submission-opener.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, mailTo } from '../../support/accepting.js';
import { notes } from '../../support/process-managers.js';
import { useWorld, world } from '../../support/world.js';

const item = (address: string, sender = 'example.com') => ({
  request: mailTo([address], { from: { name: null, address: `news@${sender}` } }),
});

describe('the submission opener', () => {
  useWorld('example.com');
  beforeEach(async () => {
    await world.addDomain('away.example.com', 'preverified', 'us-east-1');
  });

  /** A batch of which only the anchor was written. */
  async function cutOff(...items: readonly ReturnType<typeof item>[]): Promise<readonly string[]> {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    // For a large batch more would follow in a second append.
    world.store.plan('EmailAccepted', [], 'lost');
    const answer = await accepting(world).sendBatch(items);
    world.store.plan('EmailAccepted', []);
    if ('refused' in answer) throw new Error(answer.refused);
    return answer.emailIds;
  }
  const opener = () => createSubmissionOpener(world.process());

  it('opens what a crash left unopened, as the request itself would have', async () => {
    const [first = '', second = ''] = await cutOff(item('ada@one.test'), item('bo@two.test', 'away.example.com'));
    const unwritten = world.store.appends
      .at(-1)
      ?.slice(1)
      .map(({ events }) => events[0].id);
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(15_000);
    await manager.act();
    const opened = [
      ...(await world.events(streamName('email', first))),
      ...(await world.events(streamName('email', second))),
    ];
    expect(opened.map(({ id }) => id)).toStrictEqual(unwritten);
    expect(opened.map(({ metadata }) => metadata.region)).toStrictEqual(['eu-west-1', 'us-east-1']);
    const [submission] = await world.streamsWith('SubmissionAccepted');
    const [anchor] = submission === undefined ? [] : await world.events(submission);
    expect(anchor?.event.data).toMatchObject({ emails: opened.map(({ event }) => ({ accepted: event.data })) });
  });

  it('leaves a submission alone for 15 seconds', async () => {
    const [emailId = ''] = await cutOff(item('ada@one.test'));
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(14_999);
    await manager.act();
    expect(await world.emailTypes(emailId)).toStrictEqual([]);
  });

  it('is quiet on redelivery, and where others were faster', async () => {
    const [emailId = ''] = await cutOff(item('ada@one.test'));
    const [one, two] = [opener(), opener()];
    await notes(world, one);
    await notes(world, two);
    world.clock.advance(15_000);
    await one.act();
    await two.act();
    const restarted = opener();
    await notes(world, restarted);
    await restarted.act();
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('has nothing to do where the request opened everything', async () => {
    await accepting(world).sendBatch([item('ada@one.test'), item('bo@two.test')]);
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(15_000);
    const before = world.store.appends.length;
    await manager.act();
    expect(world.store.appends).toHaveLength(before);
    expect(manager.backlog.position()).toBe(await world.store.head());
  });

  it('opens a list that lies in the vault', async () => {
    const long = mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(30_000)]] });
    const ids = await cutOff(...Array.from({ length: 60 }, () => ({ request: long })));
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(15_000);
    await manager.act();
    expect(await world.streamsWith('EmailAccepted')).toStrictEqual(ids.map((id) => `email-${id}`));
    expect(manager.backlog.position()).toBe(
      (await world.store.readAll({ limit: 1, filter: { types: ['SubmissionAccepted'] } })).events[0]?.position,
    );
  });

  describe('its position', () => {
    it('stays before the oldest submission that is not fully opened', async () => {
      await accepting(world).sendBatch([item('ada@one.test')]);
      const before = await world.store.head();
      await cutOff(item('bo@two.test'));
      await accepting(world).sendBatch([item('cy@three.test')]);
      const manager = opener();
      await notes(world, manager);
      expect(manager.backlog.position()).toBe(before);
      world.clock.advance(15_000);
      await manager.act();
      await notes(world, manager);
      expect(manager.backlog.position()).toBe(await world.store.head());
    });

    it('is kept when the same submission is delivered again', async () => {
      await accepting(world).sendBatch([item('ada@one.test')]);
      const before = await world.store.head();
      await cutOff(item('bo@two.test'));
      const manager = opener();
      await notes(world, manager);
      await notes(world, manager, before);
      expect(manager.backlog.position()).toBe(before);
    });
  });

  it('finishes the others where one of them cannot be read', async () => {
    const long = mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(30_000)]] });
    await cutOff(...Array.from({ length: 60 }, () => ({ request: long })));
    const list = world.blobs.stored.findLast(({ bytes }) => bytes.length > 1_000_000);
    const [emailId = ''] = await cutOff(item('bo@two.test'));
    await world.blobs.delete([list?.id ?? '']);
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(15_000);
    await expect(manager.act()).rejects.toThrow('cannot be read');
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('drops a submission whose list was erased', async () => {
    const long = mailTo(['ada@one.test'], { headers: [['X-Long', 'x'.repeat(30_000)]] });
    await cutOff(...Array.from({ length: 60 }, () => ({ request: long })));
    const [stream] = await world.streamsWith('SubmissionAccepted');
    const [anchor] = stream === undefined ? [] : await world.events(stream);
    if (anchor?.event.type !== 'SubmissionAccepted' || !('kid' in anchor.event.data.emails)) throw new Error('no list');
    await world.keys.destroy([anchor.event.data.emails.kid], '2026-03-02T10:00:00.000Z');
    const manager = opener();
    await notes(world, manager);
    world.clock.advance(15_000);
    await manager.act();
    expect(await world.streamsWith('EmailAccepted')).toStrictEqual([]);
    expect(manager.backlog.position()).toBe(await world.store.head());
  });
});
