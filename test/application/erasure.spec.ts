import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { createErasureFinisher } from '../../src/application/erasure/erasure-finisher.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { notes } from '../support/process-managers.js';
import { correlationId, teamId, useWorld, world } from '../support/world.js';

const context = { teamId, actor: { kind: 'cli', id: 'operator' }, correlationId } as const;

class FakeCatcher {
  emptied = 0;
  broken = false;

  async empty(): Promise<void> {
    if (this.broken) throw new Error('the catcher is busy');
    this.emptied += 1;
  }
}

describe('erasing mails', () => {
  useWorld();
  let catcher: FakeCatcher;
  beforeEach(async () => {
    catcher = new FakeCatcher();
    await world.addDomain('example.com');
  });
  const send = async () => idOf(await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'])));
  const erase = (...emailIds: readonly string[]) => eraseEmails(world.process(), emailIds, context);
  const finisher = () => createErasureFinisher(world.process(), catcher);
  const erasures = async () => [...new Set(await world.streamsWith('ErasureRequested'))];

  /** Asked for, and cut off before anything was destroyed. */
  async function cutOff(emailId: string): Promise<void> {
    world.keys.broken = true;
    await expect(erase(emailId)).rejects.toThrow('no room');
    world.keys.broken = false;
  }

  it('destroys every key and the body, and says so', async () => {
    const [erased, kept] = [await send(), await send()];
    expect(await erase(erased)).toMatchObject({ erasureId: expect.any(String) });
    const [opened] = await world.events(streamName('email', erased));
    const row = world.keys.created[0]?.row ?? '';
    expect(opened?.event.data).toMatchObject({
      content: { kid: `${row}.0`, erased: true },
      recipients: [{ mailbox: { kid: `${row}.1`, erased: true } }, { mailbox: { kid: `${row}.2`, erased: true } }],
    });
    expect(await world.blobs.get(world.blobs.stored[0]?.id ?? '')).toBeUndefined();
    const [other] = await world.events(streamName('email', kept));
    expect(other?.event.data).toMatchObject({ content: { value: { subject: 'Hello' } } });
    const [stream] = await erasures();
    const events = stream === undefined ? [] : await world.events(stream);
    const what = { streams: [`email-${erased}`], kids: [`${row}.0`, `${row}.1`, `${row}.2`] };
    expect(events.map(({ event }) => event)).toStrictEqual([
      {
        type: 'ErasureRequested',
        data: { scope: 'listed', person: null, ...what, blobIds: [world.blobs.stored[0]?.id] },
      },
      { type: 'ErasureCompleted', data: what },
    ]);
  });

  it('destroys nothing where one of the mails is not known', async () => {
    const known = await send();
    expect(await erase(known, 'unknown')).toStrictEqual({ refused: 'not-found', emailId: 'unknown' });
    expect(await erasures()).toStrictEqual([]);
    const [opened] = await world.events(streamName('email', known));
    expect(opened?.event.data).toMatchObject({ content: { value: { subject: 'Hello' } } });
  });

  it('may be asked for again', async () => {
    const emailId = await send();
    await erase(emailId);
    expect(await erase(emailId)).toMatchObject({ erasureId: expect.any(String) });
  });

  it('is finished by the next start where it was cut off, and the catcher is emptied', async () => {
    const emailId = await send();
    await cutOff(emailId);
    const manager = finisher();
    await notes(world, manager);
    expect(manager.backlog.position()).toBeUndefined();
    await manager.act();
    const [opened] = await world.events(streamName('email', emailId));
    expect(opened?.event.data).toMatchObject({ content: { erased: true } });
    await notes(world, manager);
    await manager.act();
    const [stream] = await erasures();
    expect(stream && (await world.types(stream))).toStrictEqual(['ErasureRequested', 'ErasureCompleted']);
    expect(catcher.emptied).toBe(1);
    expect(manager.backlog.position()).toBe(await world.store.head());
  });

  it('empties the catcher after an erasure that somebody else completed', async () => {
    await erase(await send());
    const manager = finisher();
    await notes(world, manager);
    await manager.act();
    expect(catcher.emptied).toBe(1);
    expect(manager.backlog.position()).toBe(await world.store.head());
  });

  it('stays before an erasure whose mail may still lie in the catcher', async () => {
    await erase(await send());
    const before = await world.store.head();
    await erase(await send());
    const manager = finisher();
    await notes(world, manager, before);
    catcher.broken = true;
    await expect(manager.act()).rejects.toThrow('busy');
    const [, second] = await erasures();
    const [requested] = second === undefined ? [] : await world.events(second);
    expect(manager.backlog.position()).toBe(requested?.position);
    catcher.broken = false;
    await manager.act();
    expect(manager.backlog.position()).toBe(await world.store.head());
  });

  it('stays before it where another erasure is asked for meanwhile', async () => {
    const [one, two] = [await send(), await send()];
    await erase(one);
    const [first] = await erasures();
    const [requested] = first === undefined ? [] : await world.events(first);
    await cutOff(two);
    const manager = finisher();
    await notes(world, manager);
    catcher.broken = true;
    await expect(manager.act()).rejects.toThrow('busy');
    expect(manager.backlog.position()).toBe(requested?.position);
  });

  it('keeps its place when the same request is delivered again', async () => {
    const [one, two] = [await send(), await send()];
    await erase(one);
    const before = await world.store.head();
    await cutOff(two);
    const manager = finisher();
    await notes(world, manager);
    await notes(world, manager, before);
    await manager.act();
    expect(manager.backlog.position()).toBe(before);
  });

  it('finishes the others where one of them fails', async () => {
    const [one, two] = [await send(), await send()];
    await cutOff(one);
    await cutOff(two);
    const ports = world.process();
    const stuck = world.blobs.stored[0]?.id ?? '';
    const blobs = {
      put: world.blobs.put.bind(world.blobs),
      stage: world.blobs.stage.bind(world.blobs),
      get: world.blobs.get.bind(world.blobs),
      getRange: world.blobs.getRange.bind(world.blobs),
      delete: async (ids: readonly string[]) => {
        if (ids.includes(stuck)) throw new Error('the disk is broken');
        await world.blobs.delete(ids);
      },
    };
    const manager = createErasureFinisher({ ...ports, blobs }, catcher);
    await notes(world, manager);
    await expect(manager.act()).rejects.toThrow('the disk is broken');
    const [first, second] = await erasures();
    expect(first && (await world.types(first))).toStrictEqual(['ErasureRequested']);
    expect(second && (await world.types(second))).toStrictEqual(['ErasureRequested', 'ErasureCompleted']);
  });
});
