import { fatesIn, type MemberFate, proofOf } from '../../../src/application/broadcast/proof.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { sealedProof } from '../../../src/application/broadcast/sealed-proof.js';
import { whyMe } from '../../../src/application/broadcast/why.js';
import { canceledWhy } from '../../../src/application/broadcast/open-members.js';
import type { EmailCommand } from '../../../src/domain/email/commands.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { policy } from '../../support/email-facts.js';
import { broadcastId, BroadcastStory } from '../../support/broadcasting.js';
import { SealedWorld } from '../../support/sealing.js';
import { teamId } from '../../support/world.js';

let story: BroadcastStory;
beforeEach(async () => {
  story = await BroadcastStory.begin();
});

const proof = async () => (await proofOf(story.world.process(), broadcastId))?.proof;
const why = (address: string) => whyMe(story.world.process(), { teamId, broadcastId, address });

/** By the name of each: its fate, and the reason where there is one. */
async function fates(names: readonly string[]): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const ports = story.world.process();
  const { state } = await loadBroadcast(ports, broadcastId);
  if (state === null) throw new Error('there is no broadcast');
  const found: MemberFate[] = [];
  for await (const fate of fatesIn(ports, broadcastId, state)) found.push(fate);
  return Object.fromEntries(
    found.map(({ fate, reason, isMaybeTwice }, index) => [
      names[index],
      [fate, ...(reason === null ? [] : [reason]), ...(isMaybeTwice ? ['maybe twice'] : [])],
    ]),
  );
}

const claim = (attemptId: string, nowMs: number): EmailCommand => {
  const deadline = new Date(nowMs + 600_000).toISOString();
  const who = { recipients: [0], mxSet: 'mx', worker: 'w', deadline, tls: null };
  return { type: 'ClaimDelivery', attemptId, ...who, nowMs };
};
const lost = (attemptId: string, nowMs: number, maxUnknownOutcomes: number): EmailCommand => {
  const how = { policy: { ...policy, maxUnknownOutcomes }, nowMs, jitter: 0 };
  return { type: 'RecordOutcomeUnknown', attemptId, recordedBy: 'recovery', replies: [], ...how };
};

describe('the proof of a broadcast', () => {
  it('is of nothing before it is sent', async () => {
    expect(await proof()).toBeUndefined();
    await story.queue();
    expect(await proof()).toMatchObject({ planned: 0, missing: 0 });
  });

  it('gives each member one fate, and planned is their sum', async () => {
    const names = ['taken', 'twice', 'bounced', 'lost', 'suppressed', 'erased', 'dropped', 'waits', 'gone', 'left'];
    const members = await Promise.all(names.map((name) => story.member(`${name}@one.test`)));
    const left = members.map((each, index) =>
      names[index] === 'left' ? ({ ...each, skipped: 'unsubscribed' } as const) : each,
    );
    await story.queue();
    await story.freeze(left.slice(0, 6), left.slice(6));
    await story.deleteContact(members[8]?.contactId ?? '', 'request');
    await story.endChunk(0, await story.open(0, 0, 1, 2, 3, 4, 5));
    const second = await story.open(1, 0, 1, 2);
    expect(await fates(names)).toMatchObject({ taken: ['waiting'], gone: ['waiting'] });
    await story.endChunk(1, second);
    await story.answer(0, 0, 250);
    await story.happens(0, 1, (_, nowMs) => claim('a1', nowMs));
    await story.happens(0, 1, (_, nowMs) => lost('a1', nowMs, 3));
    await story.answer(0, 1, 250);
    await story.answer(0, 2, 550);
    await story.happens(0, 3, (_, nowMs) => claim('b1', nowMs));
    await story.happens(0, 3, (_, nowMs) => lost('b1', nowMs, 1));
    await story.happens(0, 4, () => ({ type: 'SuppressRecipients', recipients: [{ recipient: 0, reason: 'manual' }] }));
    await story.happens(0, 5, () => ({ type: 'GiveUp', reason: 'erased', recipients: [0] }));
    await story.happens(1, 0, () => ({ type: 'DropWaiting', destinations: 'all', why: 'by hand' }));
    expect(await fates(names)).toEqual({
      taken: ['sent'],
      twice: ['sent', 'maybe twice'],
      bounced: ['failed', 'bounced'],
      lost: ['unknown'],
      suppressed: ['skipped', 'manual'],
      erased: ['skipped', 'erased'],
      dropped: ['failed', 'dropped'],
      waits: ['waiting'],
      gone: ['skipped', 'deleted'],
      left: ['skipped', 'unsubscribed'],
    });
    expect(await proof()).toMatchObject({
      ...{ planned: 10, sent: 2, failed: 2, unknown: 1, waiting: 1, retired: 0, missing: 0, maybeTwice: 1 },
      skipped: { manual: 1, erased: 1, deleted: 1, unsubscribed: 1 },
      missingMembers: [],
    });
  });

  it('of a canceled one skips those who have no email, and those whose email was dropped for it', async () => {
    const members = [await story.member('opened@one.test'), await story.member('not@one.test')];
    await story.queue();
    await story.freeze(members);
    await story.open(0, 0);
    await story.say({ type: 'CancelBroadcast', teamId });
    await story.happens(0, 0, () => ({ type: 'DropWaiting', destinations: 'all', why: canceledWhy }));
    expect(await fates(['opened', 'not'])).toEqual({ opened: ['skipped', 'canceled'], not: ['skipped', 'canceled'] });
  });

  it('names who is missing: no email where one was said to be, or a chunk that is gone', async () => {
    const members = [await story.member('one@one.test'), await story.member('two@one.test')];
    await story.queue();
    await story.freeze(members);
    await story.endChunk(0, await story.open(0, 0));
    await story.say({ type: 'FinishBroadcast', teamId });
    const { contactId = '' } = members[1] ?? {};
    const missing = { missing: 1, missingMembers: [{ contactId, chunk: 0, member: 1 }] };
    expect(await proof()).toMatchObject({ planned: 2, waiting: 1, ...missing });
    expect((await proofOf(story.world.process(), broadcastId, 0))?.proof).toMatchObject({
      missing: 1,
      missingMembers: [],
    });
  });

  it('counts members of chunks that the log has lost', async () => {
    await story.queue();
    await story.say({ type: 'FreezeBroadcast', teamId, chunks: 1, members: 3 });
    expect(await proof()).toMatchObject({ planned: 3, missing: 3, missingMembers: [] });
  });

  it('names the seal of the log that covers all of it, once there is one', async () => {
    await story.queue();
    await story.freeze([await story.member('one@one.test')]);
    const sealed = () => sealedProof(story.world.process(), broadcastId);
    expect((await sealed())?.seal).toBeNull();
    await (await SealedWorld.over(story.world)).seal();
    expect((await sealed())?.seal).toMatchObject({ seal: 1 });
    await story.endChunk(0, await story.open(0, 0));
    expect((await sealed())?.seal).toBeNull();
  });
});

describe('why somebody got a broadcast, or did not', () => {
  it('is told fact by fact, each with its event', async () => {
    const member = await story.member('ann@one.test');
    await story.queue();
    await story.freeze([member]);
    await story.endChunk(0, await story.open(0, 0));
    await story.answer(0, 0, 250);
    const emailId = await story.emailId(0, 0);
    const told = await why('Ann@one.test');
    expect(told).toMatchObject({ outcome: 'sent', reason: null, contactId: member.contactId, emailId });
    const ofEmail = await story.world.events(streamName('email', emailId));
    expect(told?.steps.slice(1).map(({ eventId }) => eventId)).toEqual(ofEmail.map(({ id }) => id));
    expect(told?.steps[0]?.said).toMatch(/^In segment .+: member 0 of chunk 0$/);
  });

  it('says so of somebody who was not in the segment, and of nobody before it is sent', async () => {
    await story.member('bob@one.test');
    expect(await why('bob@one.test')).toBeUndefined();
    await story.queue();
    await story.freeze([await story.member('ann@one.test')]);
    expect(await why('bob@one.test')).toMatchObject({ outcome: 'not-in-audience', contactId: null, steps: [] });
  });
});
