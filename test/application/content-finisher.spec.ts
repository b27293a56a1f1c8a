import { contentFinishersOf } from '../../src/application/shared/content-finisher.js';
import { handle } from '../../src/application/shared/handle.js';
import { sealContent } from '../../src/application/template/template-content.js';
import { broadcast } from '../../src/domain/broadcast/broadcast.js';
import { image } from '../../src/domain/image/image.js';
import { savedBlock } from '../../src/domain/saved-block/saved-block.js';
import type { BodyReference } from '../../src/domain/shared/accepted-email.js';
import type { Decider, DomainEvent } from '../../src/domain/shared/decider.js';
import { event, noMembers, streams } from '../../src/domain/shared/event.js';
import { type Category, streamName, type StreamName } from '../../src/domain/shared/stream-name.js';
import { template } from '../../src/domain/template/template.js';
import { noDiskLimit } from '../support/no-disk-limit.js';
import { notes } from '../support/process-managers.js';
import { context, teamId, useWorld, world } from '../support/world.js';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const id = '0195d6a0-0000-7000-8000-0000000000d1';
const provenance = { context, region: null };

useWorld();

/** Sealed on a day of its own: the sweep has visited it, once it is to go. */
async function sealed(stream: StreamName, before?: BodyReference): Promise<BodyReference> {
  const ports = { ...world.process(), disk: noDiskLimit };
  const content = { html: '<p>One</p>', text: null, variables: [], forbidden: [] } as never;
  const reference = await sealContent(ports, stream, content, before?.kid, teamId);
  world.clock.advance(2 * dayMs);
  return reference;
}

const say = <Command, State, Event extends DomainEvent, Code extends string>(
  decider: Decider<Command, State, Event, Code>,
  stream: StreamName,
  command: Command,
) => handle(world.process(), decider, stream, command, provenance);

/** A process that starts now, and looks again a while later. */
async function afterRestart(): Promise<void> {
  for (const { make } of contentFinishersOf(world.process().resources)) {
    const manager = make({ services: { ports: world.process() } });
    await notes(world, manager);
    world.clock.advance(minuteMs);
    await manager.act();
    expect(manager.backlog.isEmpty).toBe(true);
  }
}

/** Which of them are left, by their place; and what became of their key. */
async function left(...contents: readonly BodyReference[]) {
  const bytes = await Promise.all(contents.map(({ blobId }) => world.blobs.get(blobId)));
  const kid = contents[0]?.kid;
  const key = kid && (await world.keys.getMany([kid])).get(kid)?.state;
  return { blobs: bytes.flatMap((each, index) => (each === undefined ? [] : [index])), key };
}

describe('content that was replaced or deleted a day after it was written, by a process that ended right then', () => {
  it('of a saved block goes', async () => {
    const stream = streamName('savedblock', id);
    const one = await sealed(stream);
    const block = { teamId, name: 'Header', isSynced: true, content: one };
    await say(savedBlock, stream, { type: 'CreateSavedBlock', block });
    const two = await sealed(stream, one);
    await say(savedBlock, stream, { type: 'ChangeSavedBlock', teamId, before: 1, change: { content: two } });
    await afterRestart();
    expect(await left(one, two)).toEqual({ blobs: [1], key: 'present' });
    await say(savedBlock, stream, { type: 'DeleteSavedBlock', teamId });
    await afterRestart();
    expect(await left(one, two)).toEqual({ blobs: [], key: 'destroyed' });
  });

  it('of an image goes', async () => {
    const stream = streamName('image', id);
    const content = await sealed(stream);
    await say(image, stream, { type: 'UploadImage', image: { teamId, contentType: 'image/png', bytes: 1, content } });
    await afterRestart();
    expect(await left(content)).toEqual({ blobs: [0], key: 'present' });
    await say(image, stream, { type: 'DeleteImage', teamId });
    await afterRestart();
    expect(await left(content)).toEqual({ blobs: [], key: 'destroyed' });
  });

  it('of a template goes, as far as it was never published', async () => {
    const stream = streamName('template', id);
    const [one, drafts] = [await sealed(stream), [] as BodyReference[]];
    const named = { name: 'Welcome', alias: null };
    const created = { ...named, teamId, content: one, duplicateOf: null };
    await say(template, stream, { type: 'CreateTemplate', template: created });
    await say(template, stream, { type: 'PublishTemplate', teamId, content: one });
    for (let draft = 0; draft < 2; draft += 1) {
      drafts.push(await sealed(stream, one));
      const [content] = drafts.slice(-1);
      await say(template, stream, { type: 'ChangeTemplate', teamId, draft: { ...named, ...(content && { content }) } });
    }
    await afterRestart();
    expect(await left(one, ...drafts)).toEqual({ blobs: [0, 2], key: 'present' });
    await say(template, stream, { type: 'DeleteTemplate', teamId });
    await afterRestart();
    expect(await left(one, ...drafts)).toEqual({ blobs: [0], key: 'present' });
  });

  it('of a broadcast goes, all of a draft that was deleted, and nothing of what was sent', async () => {
    const [sent, deleted] = [streamName('broadcast', id), streamName('broadcast', id.replace('d1', 'd2'))];
    const drafted = async (stream: StreamName) => {
      const [one, name] = [await sealed(stream), 'News'];
      const draft = { name, segmentId: id, topicId: null, content: one };
      await say(broadcast, stream, { type: 'DraftBroadcast', broadcast: { ...draft, teamId, duplicateOf: null } });
      const two = await sealed(stream, one);
      await say(broadcast, stream, { type: 'ChangeBroadcast', teamId, draft: { content: two } });
      return [one, two] as const;
    };
    const [ofSent, ofDeleted] = [await drafted(sent), await drafted(deleted)];
    await afterRestart();
    expect([await left(...ofSent), await left(...ofDeleted)]).toMatchObject([{ blobs: [0, 1] }, { blobs: [0, 1] }]);
    const sentAs = { segmentId: id, topicId: null, isOptOut: false, content: ofSent[1] };
    await say(broadcast, sent, { type: 'QueueBroadcast', teamId, sentAs });
    await say(broadcast, deleted, { type: 'DeleteBroadcast', teamId });
    await afterRestart();
    expect(await left(...ofSent)).toEqual({ blobs: [1], key: 'present' });
    expect(await left(...ofDeleted)).toEqual({ blobs: [], key: 'destroyed' });
  });
});

describe('a stream that goes on being written', () => {
  const stream = streamName('savedblock', id);
  async function replaced() {
    const one = await sealed(stream);
    const block = { teamId, name: 'Header', isSynced: true, content: one };
    await say(savedBlock, stream, { type: 'CreateSavedBlock', block });
    const [{ make }] = contentFinishersOf(world.process().resources) as [ReturnType<typeof contentFinishersOf>[number]];
    const manager = make({ services: { ports: world.process() } });
    const contents = [one];
    const change = async () => {
      const ports = { ...world.process(), disk: noDiskLimit };
      const content = await sealContent(ports, stream, {} as never, one.kid, teamId);
      const after = await world.store.head();
      await say(savedBlock, stream, { type: 'ChangeSavedBlock', teamId, before: undefined, change: { content } });
      await notes(world, manager, after);
      contents.push(content);
    };
    return { manager, change, blobs: async () => (await left(...contents)).blobs };
  }

  it('keeps what a request may be about to open, and is looked at once the writing pauses', async () => {
    const { manager, change, blobs } = await replaced();
    for (let times = 0; times < 2; times += 1) {
      await change();
      world.clock.advance(minuteMs - 1);
      await manager.act();
    }
    expect(await blobs()).toEqual([0, 1, 2]);
    world.clock.advance(1);
    await manager.act();
    expect(await blobs()).toEqual([2]);
  });

  it('is looked at after ten minutes where it never does', async () => {
    const { manager, change, blobs } = await replaced();
    for (let times = 0; times < 20; times += 1) {
      await change();
      world.clock.advance(minuteMs / 2);
      await manager.act();
    }
    expect(await blobs()).not.toContain(0);
    expect(await blobs()).toEqual(expect.arrayContaining([19, 20]));
  });
});

it('events that end content are refused of a resource that does not say what is left', () => {
  const ended = event('PlantedEnded', { data: noMembers, summary: 'Ended', endsContent: true });
  const planted = { streams: [streams('planted' as Category, [ended])] } as const;
  expect(() => contentFinishersOf([planted])).toThrow('has no orphansOf');
});
