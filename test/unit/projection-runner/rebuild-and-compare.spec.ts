import type { Position } from '../../../src/domain/shared/recorded.js';
import { compareProjection } from '../../../src/infrastructure/projection-runner/compare-projection.js';
import { copyReadModel, settleReadModel } from '../../../src/infrastructure/projection-runner/copy-read-model.js';
import { rebuildProjection } from '../../../src/infrastructure/projection-runner/rebuild-projection.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import type { AnyProjection } from '../../../src/projections/shared/projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { idAt } from '../../support/recorded-events.js';

let log: EncodedLog;
let readStore: MemoryReadStore;
let last: Position;

const ports = () => ({ store: log.store, codec: log.codec, keys: log.keys, projection: emailsProjection });
const compare = () => compareProjection({ ...ports(), snapshot: readStore, scratch: new MemoryReadStore() });
const difference = (number: number, kind: string) => ({
  projection: `emails@${emailsProjection.version}`,
  id: idAt(number),
  kind,
});

/** Someone changed the read model behind our back; its checkpoint stays. */
async function tamper(number: number, document: object | undefined): Promise<void> {
  const position = '9'.repeat(20) as Position;
  await readStore.apply(emailsProjection, [{ id: idAt(number), position, document }], last);
}

beforeEach(async () => {
  log = new EncodedLog(new MemoryEventStore(), new MemoryKeyStore());
  readStore = new MemoryReadStore();
  for (const number of [1, 2, 3]) await log.acceptMail(number);
  last = await log.deliver(2);
  await rebuildProjection({ ...ports(), readStore });
});

describe('rebuildProjection', () => {
  it('replaces whatever was there by what the log says, and measures itself', async () => {
    await tamper(1, { id: idAt(1), teamId: 'changed' });
    await tamper(9, { id: idAt(9), teamId: 'invented' });
    const rebuilt = await rebuildProjection({ ...ports(), readStore });
    expect(rebuilt).toMatchObject({ events: 7, position: last });
    expect(rebuilt.eventsPerSecond).toBeGreaterThan(0);
    expect(await readStore.checkpoint(emailsProjection)).toBe(last);
    expect(await readStore.get(emailsProjection, idAt(9))).toBeUndefined();
    expect(await compare()).toBeUndefined();
  });

  it('leaves an empty projection over an empty log', async () => {
    const store = new MemoryEventStore();
    expect(await rebuildProjection({ ...ports(), store, readStore })).toMatchObject({ events: 0, position: undefined });
    expect(await readStore.count(emailsProjection, {})).toBe(0);
  });

  it('shows nothing of what was erased before', async () => {
    await log.erase(2);
    await rebuildProjection({ ...ports(), readStore });
    expect(await readStore.get(emailsProjection, idAt(2))).toMatchObject({
      subject: '[erased]',
      lastEvent: 'delivered',
    });
  });
});

describe('compareProjection', () => {
  it('finds nothing between a log and what was folded from it, also when the log has gone on', async () => {
    expect(await compare()).toBeUndefined();
    await log.acceptMail(4);
    await log.deliver(1);
    expect(await compare()).toBeUndefined();
  });

  it('knows why a mail is in the snapshot whose stream was retired since', async () => {
    await log.retire(2);
    await log.remove(2);
    expect(await compare()).toBeUndefined();
    await tamper(9, { id: idAt(9), teamId: 'invented' });
    expect(await compare()).toEqual(difference(9, 'extra'));
  });

  it('finds a mail that should have gone with its stream', async () => {
    last = await log.retire(2);
    await log.remove(2);
    await rebuildProjection({ ...ports(), readStore });
    expect(await compare()).toBeUndefined();
    await tamper(2, { id: idAt(2), teamId: 'kept' });
    expect(await compare()).toEqual(difference(2, 'extra'));
  });

  it('folds an erased mail no further than the snapshot goes', async () => {
    await log.erase(1);
    await rebuildProjection({ ...ports(), readStore });
    await log.deliver(1);
    expect(await compare()).toBeUndefined();
  });

  it('names a document that differs', async () => {
    const document = (await readStore.get(emailsProjection, idAt(2))) as object;
    await tamper(2, { ...document, subject: 'another' });
    expect(await compare()).toEqual(difference(2, 'different'));
  });

  it('names a document that is missing, the first and the last too', async () => {
    await tamper(2, undefined);
    expect(await compare()).toEqual(difference(2, 'missing'));
    await tamper(1, undefined);
    expect(await compare()).toEqual(difference(1, 'missing'));
  });

  it('names the last document when it is missing', async () => {
    await tamper(3, undefined);
    expect(await compare()).toEqual(difference(3, 'missing'));
  });

  it.each([0, 9])('names a document %i that the log knows nothing of', async (number) => {
    await tamper(number, { id: idAt(number), teamId: 'invented' });
    expect(await compare()).toEqual(difference(number, 'extra'));
  });

  it('takes a snapshot that was never begun for empty', async () => {
    await readStore.reset(emailsProjection);
    expect(await compare()).toBeUndefined();
  });
});

describe('a read model whose writer was killed', () => {
  const settled = async (projection: AnyProjection) => {
    const copy = new MemoryReadStore();
    await copyReadModel(projection, readStore, copy);
    await settleReadModel({ ...ports(), projection, readStore: copy });
    return compareProjection({ ...ports(), projection, snapshot: copy, scratch: new MemoryReadStore() });
  };

  /** Some documents of the page behind the checkpoint were written, and the checkpoint was not. */
  async function writtenAhead(projection: AnyProjection, until: Position | undefined, ids: readonly string[]) {
    readStore = new MemoryReadStore();
    if (until !== undefined) await rebuildProjection({ ...ports(), projection, readStore, until });
    const whole = new MemoryReadStore();
    await rebuildProjection({ ...ports(), projection, readStore: whole });
    const position = (await whole.checkpoint(projection)) as Position;
    const stored = await whole.getMany(projection, ids);
    const changes = ids.map((id) => stored.get(id) ?? { id, position, document: undefined });
    await readStore.apply(projection, changes, undefined);
  }

  it('is as the log gives it: what is ahead of the checkpoint is no difference', async () => {
    const until = last;
    await log.acceptMail(4);
    await log.deliver(1);
    await log.deliver(4);
    await writtenAhead(emailsProjection, until, [idAt(1), idAt(4)]);
    expect(await readStore.checkpoint(emailsProjection)).toBe(until);
    expect(await compare()).toBeDefined();
    expect(await settled(emailsProjection)).toBeUndefined();
  });

  it('is so where documents have gone ahead of the checkpoint', async () => {
    const until = last;
    await log.deliver(1);
    const destination = (await pendingRows(until)).find((id) => id.startsWith(idAt(1))) ?? '';
    await writtenAhead(pendingProjection, until, [destination]);
    expect(await settled(pendingProjection)).toBeUndefined();
  });

  it('is so before its first checkpoint', async () => {
    await writtenAhead(emailsProjection, undefined, [idAt(2)]);
    expect(await readStore.checkpoint(emailsProjection)).toBeUndefined();
    expect(await settled(emailsProjection)).toBeUndefined();
  });

  it('is not, where somebody changed it', async () => {
    const until = last;
    await log.acceptMail(4);
    await writtenAhead(emailsProjection, until, [idAt(4)]);
    await tamper(3, undefined);
    await readStore.apply(emailsProjection, [], until);
    expect(await settled(emailsProjection)).toEqual(difference(3, 'missing'));
  });

  async function pendingRows(until: Position): Promise<readonly string[]> {
    const rows = new MemoryReadStore();
    await rebuildProjection({ ...ports(), projection: pendingProjection, readStore: rows, until });
    const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: 100 } as const;
    return (await rows.list(pendingProjection, query)).documents.map(({ id }) => id);
  }
});
