import { PauseReceiver, ResumeReceiver } from '../../src/application/queue/change-queue.js';
import { MoveTeamMails } from '../../src/application/queue/move-team-mails.js';
import { getTeamQueue } from '../../src/application/queue/team-queue.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { pendingProjection } from '../../src/projections/pending/pending.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import type { MemoryReadStore } from '../support/memory-read-store.js';
import { readModel } from '../support/read-model.js';
import { correlationId, ownWrites, region, teamId, useWorld, world } from '../support/world.js';

const person = { kind: 'user', id: 'person-1' } as const;
const by = { teamId, actor: person, correlationId };
const other = { ...by, teamId: '0195d6a0-0000-7000-8000-00000000000b' };
const reason = 'They asked for it';

describe('the queue, changed by a person', () => {
  useWorld();
  let readStore: MemoryReadStore;
  let emailId: string;
  beforeEach(async () => {
    await world.addDomain('example.com', 'preverified', region);
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'])));
    readStore = await readModel(world, pendingProjection);
  });

  const ports = () => ({ ...world.process(), readStore, ownWrites, firstTeamId: teamId });
  const queueOf = (ofTeam: string) => getTeamQueue(ports(), { teamId: ofTeam });
  const pause = (who: typeof by, until: string | null = null) =>
    PauseReceiver.start(ports()).run({ context: who, receiver: { domain: 'one.test' }, reason, until });
  const move = (who: typeof by, what: 'retry' | 'drop', chosen: MoveTeamMails['chosen']) =>
    MoveTeamMails.start(ports()).run({ context: who, chosen, move: { what, reason } });

  it('is paused for a receiver and resumed, with who did it and why', async () => {
    expect(await pause(by)).toEqual({ changed: true });
    const { lines, pauses } = await queueOf(teamId);
    expect(lines.find(({ domain }) => domain === 'one.test')?.paused).toMatchObject({ reason, until: null });
    expect(lines.find(({ domain }) => domain === 'two.test')?.paused).toBeNull();
    expect(pauses).toMatchObject([{ domain: 'one.test', reason }]);
    const [event] = await world.events('queue-main' as never);
    expect(event?.metadata.actor).toEqual(person);
    const resume = ResumeReceiver.start(ports());
    expect(await resume.run({ context: by, receiver: pauses[0] ?? { domain: '' }, reason: null })).toEqual({
      changed: true,
    });
    expect((await queueOf(teamId)).pauses).toEqual([]);
    expect(await resume.run({ context: by, receiver: { domain: 'one.test' }, reason: null })).toEqual({
      refused: 'not-paused',
    });
  });

  it('is paused by the first team alone, and no other sees what is paused', async () => {
    expect(await pause(other)).toEqual({ refused: 'not-first-team' });
    await pause(by);
    expect((await queueOf(other.teamId)).pauses).toEqual([]);
    const resume = { context: other, receiver: { domain: 'one.test' }, reason: null };
    expect(await ResumeReceiver.start(ports()).run(resume)).toEqual({ refused: 'not-first-team' });
  });

  it('lets a team give up what waits for one domain, and the rest stays', async () => {
    expect(await move(by, 'drop', { domain: 'one.test' })).toMatchObject({ mails: 1, recipients: 1, isComplete: true });
    const events = await world.events(streamName('email', emailId));
    expect(events.at(-1)).toMatchObject({
      event: { type: 'EmailFailed', data: { recipient: 0, reason: 'dropped', why: reason } },
      metadata: { actor: person },
    });
    await readModel(world, pendingProjection, readStore);
    expect((await queueOf(teamId)).lines).toMatchObject([{ domain: 'two.test' }]);
  });

  it('touches no mail of another team', async () => {
    expect(await move(other, 'drop', { domain: 'one.test' })).toMatchObject({ mails: 0, recipients: 0 });
    expect(await move(other, 'retry', { emailId })).toBeUndefined();
    expect(await move(other, 'drop', { emailId })).toBeUndefined();
    expect(await world.emailTypes(emailId)).toEqual(['EmailAccepted']);
  });

  it('leaves for the next time what is too much for one', async () => {
    await accepting(world).send(mailTo(['cy@one.test']));
    await readModel(world, pendingProjection, readStore);
    const { moveMails } = await import('../../src/application/queue/move-mails.js');
    const { lines } = await queueOf(teamId);
    const name = lines.find(({ domain }) => domain === 'one.test')?.destination ?? '';
    const selection = { kind: 'destination', name } as const;
    const once = () => moveMails(ports(), selection, { what: 'drop', reason }, by, { teamId, mostMails: 1 });
    expect(await once()).toMatchObject({ mails: 1, isComplete: false });
    await readModel(world, pendingProjection, readStore);
    expect(await once()).toMatchObject({ mails: 1, isComplete: true });
  });
});
