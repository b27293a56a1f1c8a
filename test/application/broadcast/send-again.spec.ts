import { sentEarlier } from '../../../src/application/broadcast/chain.js';
import { Exclusion } from '../../../src/application/broadcast/exclusion.js';
import { freezeNext, frozenSoFar } from '../../../src/application/broadcast/freeze-audience.js';
import { whyMe } from '../../../src/application/broadcast/why.js';
import { changeOneContact, deleteContact } from '../../../src/application/contact/manage-contacts.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { handle } from '../../../src/application/shared/handle.js';
import { audience, type AudienceMember } from '../../../src/domain/broadcast/audience.js';
import { segment } from '../../../src/domain/segment/segment.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { contactsProjection } from '../../../src/projections/contacts/contacts.projection.js';
import { segmentsProjection } from '../../../src/projections/segments/segments.projection.js';
import { BroadcastStory, segmentId } from '../../support/broadcasting.js';
import { readModel } from '../../support/read-model.js';
import { idAt } from '../../support/recorded-events.js';
import { context, ownWrites, teamId } from '../../support/world.js';
import { audienceStream } from '../../../src/application/broadcast/broadcast-streams.js';

const provenance = { context, region: null };
const names = ['ann', 'bo', 'cy', 'di', 'ed', 'flo', 'gus'] as const;
type Name = (typeof names)[number];
let story: BroadcastStory;
let members: Readonly<Record<Name, AudienceMember>>;
/** By id of the contact: the one that it was made with. */
let addresses: ReadonlyMap<string, string>;

beforeEach(async () => {
  story = await BroadcastStory.begin();
  const given = names.map((name) => `${name}@one.test`);
  const made = await Promise.all(given.map((address) => story.member(address)));
  addresses = new Map(made.map(({ contactId }, index) => [contactId, given[index] ?? '']));
  // As a segment is read: from newer contacts to older ones.
  const sorted = made.toSorted((one, other) => (one.contactId < other.contactId ? 1 : -1));
  members = Object.fromEntries(names.map((name, index) => [name, sorted[index]])) as typeof members;
});

/** To these members, in chunks, each of whom gets it. */
async function sendTo(one: BroadcastStory, ...chunks: readonly (readonly AudienceMember[])[]): Promise<void> {
  await one.queue();
  await one.freeze(...chunks);
  for (const [number, some] of chunks.entries()) {
    const opened = some.flatMap(({ skipped }, index) => (skipped === undefined ? [index] : []));
    await one.endChunk(number, await one.open(number, ...opened));
    for (const member of opened) await one.answer(number, member, 250);
  }
  await one.say({ type: 'FinishBroadcast', teamId });
}

async function exclusionOf(one: BroadcastStory) {
  const ports = { ...one.world.process(), readStore: await readModel(one.world, broadcastResultsProjection) };
  const { excluding, content } = one.sentAs;
  if (excluding === undefined) throw new Error('it goes to everyone');
  return Exclusion.of(ports, { excluding, content }, await sentEarlier(ports, { id: one.id, excluding }, undefined));
}

/** Somebody under the address that they began with. */
const askedFor = ({ contactId }: AudienceMember) => {
  return { contactId, addressHash: addressHash(story.world.process().hash, addresses.get(contactId) ?? '') };
};

async function leftOut(one: BroadcastStory, asked: readonly Name[] = names) {
  const reasons = await (await exclusionOf(one)).reasons(asked.map((name) => askedFor(members[name])));
  return Object.fromEntries(asked.map((name) => [name, reasons.get(members[name].contactId)]));
}

const unsubscribed = (member: AudienceMember): AudienceMember => ({ ...member, skipped: 'unsubscribed' });

describe('a broadcast that is sent again', () => {
  it('leaves out who had it, over several chunks, and no one who was skipped or was not in its audience', async () => {
    const { ann, cy, di, ed, gus } = members;
    await story.queue();
    await story.freeze([ann, unsubscribed(cy)], [di], [ed, gus]);
    await story.endChunk(0, await story.open(0, 0));
    await story.endChunk(1, await story.open(1, 0));
    await story.endChunk(2, await story.open(2, 0, 1));
    for (const chunk of [0, 1]) await story.answer(chunk, 0, 250);
    await story.answer(2, 0, 550);
    const held = { type: 'SuppressRecipients', recipients: [{ recipient: 0, reason: 'manual' }] } as const;
    await story.happens(2, 1, () => held);
    await story.say({ type: 'FinishBroadcast', teamId });
    const again = await story.again(idAt(0xa1), 'had-it');
    // Whose address bounced got an email; whose address was suppressed got none.
    expect(await leftOut(again)).toEqual({ ann: 'had-it', di: 'had-it', ed: 'had-it' });
  });

  it('counts everyone who had any of a chain of three', async () => {
    const { ann, bo, cy, di } = members;
    await sendTo(story, [ann, unsubscribed(bo)]);
    const second = await story.again(idAt(0xa1), 'had-it');
    await sendTo(second, [{ ...ann, skipped: 'had-it' }, bo]);
    const third = await second.again(idAt(0xa2), 'had-it');
    await sendTo(third, [cy]);
    const fourth = await story.again(idAt(0xa3), 'had-it');
    const had = { ann: 'had-it', bo: 'had-it', cy: 'had-it', di: undefined };
    expect(await leftOut(fourth, ['ann', 'bo', 'cy', 'di'])).toEqual(had);
    await sendTo(fourth, [di]);
    expect(await leftOut(third, ['ann', 'bo', 'cy', 'di'])).toMatchObject({ cy: undefined, di: 'had-it' });
  });

  it('goes to those alone who were sent it and did not open it, by what people did', async () => {
    const { ann, bo, cy, di, ed, flo } = members;
    await story.queue();
    await story.freeze([ann, bo, cy], [di, unsubscribed(ed), flo]);
    await story.endChunk(0, await story.open(0, 0, 1, 2));
    await story.endChunk(1, await story.open(1, 0, 2));
    for (const member of [0, 1, 2]) await story.answer(0, member, 250);
    await story.answer(1, 0, 250);
    await story.answer(1, 2, 550);
    await story.say({ type: 'FinishBroadcast', teamId });
    await story.hit(0, 0, 'person', null);
    await story.hit(0, 1, 'scanner', null);
    await story.hit(1, 0, 'person', 0);
    const again = await story.again(idAt(0xa1), 'opened', 'News once more');
    const before = 'not-sent-before';
    expect(await leftOut(again)).toEqual({ ann: 'opened', di: 'opened', ed: before, flo: before, gus: before });
    await sendTo(again, [bo]);
    const same = await story.again(idAt(0xa2), 'opened', 'News once more');
    expect(await leftOut(same, ['bo', 'cy'])).toEqual({ bo: 'had-it', cy: undefined });
    const other = await story.again(idAt(0xa3), 'opened', 'The last word');
    expect(await leftOut(other, ['bo', 'cy'])).toEqual({ bo: undefined, cy: undefined });
  });

  it('leaves out an address that had it as another contact, and no other address of that one', async () => {
    const { ann, bo, cy, di } = members;
    await sendTo(story, [ann, unsubscribed(bo)], [cy, di]);
    const context = provenance.context;
    const ports = { ...story.world.process(), readStore: await readModel(story.world, contactsProjection) };
    const own = { ...ports, ownWrites };
    for (const { contactId } of [ann, bo]) await deleteContact(own, { context, key: { id: contactId } });
    await changeOneContact(own, { context, key: { id: cy.contactId }, fields: { email: 'cy@two.test' } });
    const again = await story.again(idAt(0xa1), 'had-it');
    const addressOfOld = ({ contactId }: AudienceMember) => addresses.get(contactId) ?? '';
    const made = async (address: string) => {
      const member = await story.member(address);
      return { contactId: member.contactId, addressHash: addressHash(ports.hash, address) };
    };
    const [newAnn, newBo, newCy] = [
      await made(addressOfOld(ann)),
      await made(addressOfOld(bo)),
      await made(addressOfOld(cy)),
    ];
    await changeOneContact(own, { context, key: { id: cy.contactId }, fields: { email: 'cy@three.test' } });
    const [atTwo, other] = [await made('cy@two.test'), await made('new@one.test')];
    const reasons = await (await exclusionOf(again)).reasons([other, atTwo, newCy, newBo, newAnn, askedFor(cy)]);
    expect([...reasons.keys()]).toEqual([cy.contactId, newCy.contactId, newAnn.contactId]);
  });

  it('finds those who were asked for before once more: a chunk whose write failed is judged again', async () => {
    const { ann, bo, cy } = members;
    await sendTo(story, [ann], [bo], [cy]);
    const exclusion = await exclusionOf(await story.again(idAt(0xa1), 'had-it'));
    const all = [ann, bo, cy].map(({ contactId }) => contactId);
    const asked = all.map((contactId) => ({ contactId, addressHash: '' }));
    expect([...(await exclusion.reasons(asked)).keys()]).toEqual(all);
    expect([...(await exclusion.reasons(asked)).keys()]).toEqual(all);
  });

  it('goes on after a crash in the middle of its freezing, and says to a person why they do not get it', async () => {
    const { ann, bo, cy, di, ed, flo, gus } = members;
    await sendTo(story, [ann, bo, di], [ed, flo]);
    const again = await story.again(idAt(0xa1), 'had-it');
    await again.queue();
    const begun: AudienceMember[] = [{ ...ann, skipped: 'had-it' }, { ...bo, skipped: 'had-it' }, cy];
    const frozen = { broadcastId: again.id, chunk: 0, members: begun };
    const ports = again.world.process();
    await handle(ports, audience, audienceStream(again.id, 0), { type: 'FreezeAudience', frozen }, provenance);
    const named = { teamId, name: 'Readers', filter: null, addressHashes: [] };
    const create = { type: 'CreateSegment', segment: named } as const;
    await handle(ports, segment, streamName('segment', segmentId), create, provenance);
    const readStore = await readModel(again.world, contactsProjection);
    await readModel(again.world, segmentsProjection, readStore);
    const reading = { ...ports, readStore, ownWrites };
    const whom = {
      ...again.sentAs,
      queuedId: again.id,
      broadcastId: again.id,
      teamId,
      exclusion: await exclusionOf(again),
    };
    const next = await freezeNext(reading, whom, await frozenSoFar(ports, again.id), provenance);
    expect(next).toMatchObject({ chunks: 2, members: 7, isAll: true });
    const added = (await again.chunk(1)).state.frozen.members;
    expect(added.map(({ contactId, skipped }) => [contactId, skipped])).toEqual([
      ...[di, ed, flo].map(({ contactId }) => [contactId, 'had-it']),
      [gus.contactId, undefined],
    ]);
    await again.say({ type: 'FreezeBroadcast', teamId, chunks: 2, members: 7 });
    const why = await whyMe(ports, { teamId, broadcastId: again.id, address: await addressOf(ed) });
    expect(why).toMatchObject({ outcome: 'skipped', reason: 'had-it' });
    expect(why?.steps[1]?.said).toContain(`Left out: had broadcast ${story.id} already`);
  });
});

async function addressOf({ contactId }: AudienceMember): Promise<string> {
  const readStore = await readModel(story.world, contactsProjection);
  return ((await readStore.get(contactsProjection, contactId)) as { readonly email: string }).email;
}
