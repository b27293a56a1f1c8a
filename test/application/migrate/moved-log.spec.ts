import { auditResource } from '../../../src/application/audit/audit-resource.js';
import { StartRefused } from '../../../src/application/installation/establish-installation.js';
import { appendProgress, savedPosition } from '../../../src/application/shared/progress.js';
import { sealedThrough } from '../../../src/application/seal/last-seal.js';
import { handle, load } from '../../../src/application/shared/handle.js';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { createSubmissionOpener } from '../../../src/application/submission/submission-opener.js';
import { day } from '../../../src/domain/day/day.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, keyed, mailTo } from '../../support/accepting.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { copyTo, EmptyPlace, install, move, otherPlace } from '../../support/moved-log.js';
import { notes } from '../../support/process-managers.js';
import { dayMs, deliverTo, hourMs, retaining } from '../../support/retaining.js';
import { SealedWorld } from '../../support/sealing.js';
import { context, useWorld, world, World } from '../../support/world.js';

describe('a log that was moved to other engines', () => {
  useWorld();
  let sealed: SealedWorld;
  beforeEach(async () => {
    await install(world);
    await world.addDomain('example.com');
    sealed = await SealedWorld.over(world);
  });
  const send = async (to: string) => idOf(await accepting(world).send(mailTo([to])));
  const eventsOf = async (store: Pick<World['store'], 'readAll'>) => (await store.readAll({ limit: 100_000 })).events;
  const contentOf = ({ position: _, ...content }: StoredEvent) => content;

  /** A keyed mail that was delivered and retired, with its submission gone softly and going on; and others. */
  async function thinnedOut(): Promise<{ retired: StreamName; reopened: StreamName; kept: string }> {
    const retention = retaining(world);
    const first = idOf(await accepting(world).send(mailTo(['ada@one.test']), keyed('again')));
    await deliverTo(world, first, 'one.test');
    const [reopened] = await world.streamsWith('SubmissionAccepted');
    if (reopened === undefined) throw new Error('no submission');
    world.clock.advance(31 * dayMs + 72 * hourMs);
    await retention.sweep();
    await retention.seal();
    await retention.retireSubmissions();
    await retention.retireMails();
    await accepting(world).send(mailTo(['ada@one.test']), keyed('again'));
    const kept = await send('bo@one.test');
    await deliverTo(world, kept, 'one.test');
    await retention.seal();
    return { retired: streamName('email', first), reopened, kept };
  }

  it.each([true, false])(
    'has the same events in the same order (several streams in an append: %s)',
    async (together) => {
      const { retired, reopened } = await thinnedOut();
      const target = new EmptyPlace(together);
      await copyTo(world, target);
      const events = await eventsOf(world.store);
      expect((await eventsOf(target)).map(contentOf)).toEqual(events.map(contentOf));
      expect((await eventsOf(target)).at(-1)?.position).not.toBe(events.at(-1)?.position);
      expect(await target.removalOf(retired)).toEqual(await world.store.removalOf(retired));
      expect(await target.removalOf(reopened)).toEqual({ mode: 'soft', lastRevision: 0 });
      expect(await target.readLast(reopened)).toMatchObject({ revision: 1 });
      const [event] = events;
      if (event === undefined) throw new Error('no event');
      expect(await target.append([{ stream: retired, expected: 'no-stream', events: [event] }])).toEqual({
        result: 'conflict',
      });
    },
  );

  it('is gone on with where the copy was cut off, and takes nothing that is not its own', async () => {
    const { reopened } = await thinnedOut();
    const target = new EmptyPlace(true);
    const half = new EmptyPlace(true);
    await copyTo(world, half);
    const events = await eventsOf(half);
    const cut = events.findIndex(({ type }) => type === 'StreamRetired');
    // The removal that comes before its fact, and nothing of that and behind it.
    await target.adoptRemoval(reopened, { mode: 'soft', lastRevision: 0 });
    for (const { stream, revision, id, type, data, metadata } of events.slice(0, cut)) {
      const expected = revision === 0 ? 'no-stream' : revision - 1;
      await target.append([{ stream, expected, events: [{ id, type, data, metadata }] }]);
    }
    expect(await copyTo(world, target)).toBe((await eventsOf(world.store)).length);
    expect((await eventsOf(target)).map(contentOf)).toEqual((await eventsOf(world.store)).map(contentOf));
    const other = await World.create();
    await install(other);
    await expect(copyTo(other, target)).rejects.toThrow('is another one in the target');
  });

  it('verifies, with the seals that were made there and those made here', async () => {
    await thinnedOut();
    const target = await otherPlace(world);
    const moved = await move(world, target);
    const { seals } = await moved.verify();
    expect(seals).toBe((await sealed.seals()).length);
    await moved.seal();
    expect(await moved.verify()).toMatchObject({ bad: undefined, seals: seals + 1, unsealed: 0 });
  });

  it('does not verify once an event was taken away or put in before it was moved', async () => {
    await sealed.createTeam('a');
    await sealed.createTeam('b');
    await sealed.seal();
    await sealed.createTeam('c');
    await sealed.seal();
    const target = await otherPlace(world);
    const moved = await move(world, target);
    // The log in memory keeps its events in a private list.
    const inside = target as unknown as { log: StoredEvent[] };
    const whole = inside.log;
    inside.log = whole.filter(({ stream }) => stream !== 'team-a');
    expect((await moved.verify()).bad).toMatchObject({ stream: 'team-a', problem: expect.stringMatching(/seal 1/) });

    const place = whole.findIndex(({ stream }) => stream === 'team-b');
    const smuggled = streamName('team', 'smuggled');
    const [event] = whole.slice(place);
    if (event === undefined) throw new Error('no event');
    const [own] = world.codec.decode([event]);
    if (own === undefined) throw new Error('no event');
    const [encoded] = world.codec.encode([{ stream: smuggled, predecessor: null, events: [own] }], new Map());
    const between = `${whole[place - 1]?.position}5` as Position;
    inside.log = [...whole];
    inside.log.splice(place, 0, { ...encoded!.events[0], stream: smuggled, revision: 0, position: between });
    expect((await moved.verify()).bad).toMatchObject({
      problem: expect.stringMatching(/covers it, and events before/),
    });
  });

  it('is sealed up to the same event, and retires what was sealed there', async () => {
    await sealed.createTeam('a');
    await sealed.seal();
    await sealed.createTeam('b');
    const target = await otherPlace(world);
    const { ports } = await move(world, target);
    const end = await sealedThrough(ports);
    const [a] = await target.readStream(streamName('team', 'a'));
    expect(end).toBe(a?.position);
    expect(end).not.toBe(await sealedThrough(world.process()));
  });

  it('finds the causes of what was copied, near and far', async () => {
    world.store.plan('SubmissionAccepted', ['anchor-only']);
    const answer = await accepting(world).sendBatch([{ request: mailTo(['ada@one.test']) }]);
    const late = ('emailIds' in answer ? answer.emailIds[0] : undefined) ?? '';
    for (let index = 0; index < 260; index += 1) await sealed.createTeam(`t${index}`);
    const opener = createSubmissionOpener(world.process());
    await notes(world, opener);
    world.clock.advance(15_000);
    await opener.act();
    const sent = await send('bo@two.test');
    await delivering(world).attempt(await jobFor(world, sent, 'two.test'));
    const { ports } = await move(world, await otherPlace(world));
    const audit = (id: string) => auditResource(ports, id);
    expect((await audit(late))?.entries[0]).toMatchObject({ because: [{ type: 'SubmissionAccepted' }] });
    expect((await audit(sent))?.entries.at(-1)).toMatchObject({
      because: [{ type: 'DeliveryAttemptStarted' }, { type: 'EmailAccepted' }],
    });
  });

  it('goes on from where process managers and closed days were, as often as that is said', async () => {
    const figures = { teamId: context.teamId, day: '2026-03-02', domainId: 'd1', quarters: [] };
    await sealed.createTeam('a');
    const [a] = await world.store.readStream(streamName('team', 'a'));
    const through = a?.position;
    if (through === undefined) throw new Error('no position');
    await sealed.createTeam('b');
    const source = world.process();
    await appendProgress(source, 'follower', { type: 'ProcessManagerAdvanced', data: { position: through } });
    const days = streamName('day', `${context.teamId}-2026-03-02`);
    const close = { type: 'CloseDay', figures: { ...figures, through }, basis: null } as const;
    await handle(source, day, days, close, { context, region: null });
    const target = await otherPlace(world);
    const { ports, arriveAgain } = await move(world, target);
    const [there] = await target.readStream(streamName('team', 'a'));
    expect(there?.position).not.toBe(through);
    expect(await savedPosition(ports, 'follower')).toBe(there?.position);
    expect((await load(ports, day, days)).state).toEqual({ d1: there?.position });
    const head = await target.head();
    await arriveAgain();
    expect(await target.head()).toBe(head);
  });

  it('starts nowhere but where it has arrived', async () => {
    const { ports } = await move(world, await otherPlace(world));
    await expect(install(world)).rejects.toThrow(StartRefused);
    await expect(install(world)).rejects.toMatchObject({ code: 'moved-away' });
    await install({ ...world, process: () => ports } as unknown as World);
  });
});
