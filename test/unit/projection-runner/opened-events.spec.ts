import { jest } from '@jest/globals';
import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { noContactFields } from '../../../src/domain/shared/contact-fields.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { filterOf, foldPage } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { OpenedEvents } from '../../../src/infrastructure/projection-runner/opened-events.js';
import { contactsProjection } from '../../../src/projections/contacts/contacts.projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { idAt, teamId, timeAt } from '../../support/recorded-events.js';

const stream = streamName('contact', idAt(5));
const ann: unknown = expect.objectContaining({ email: 'ann@example.com' });

/** A contact in the log, and a fold of all of it that says what it wrote and which events it opened. */
async function oneContact() {
  const [store, keys] = [new MemoryEventStore(), new MemoryKeyStore()];
  const log = new EncodedLog(store, keys);
  const kid = await log.createKey(idAt(6), stream);
  const profile = plain(kid, { email: 'ann@example.com', ...noContactFields, properties: {} });
  const created = { type: 'ContactCreated', data: { teamId, addressHash: 'a'.repeat(32), profile } } as const;
  await log.append(stream, created);
  const opened = new OpenedEvents();
  const { events, position } = await store.readAll({ limit: 10, filter: filterOf(contactsProjection) });
  if (position === undefined) throw new Error('the log is empty');
  return {
    kid,
    keys,
    log,
    async fold(given: readonly StoredEvent[] = events) {
      const asked: string[] = [];
      const getMany: typeof keys.getMany = (kids) => {
        asked.push(...kids);
        return keys.getMany(kids);
      };
      const ports = { store, codec: log.codec, keys: { getMany }, opened };
      const page = { events: given, position, atEnd: true };
      const { changes } = await foldPage(ports, new MemoryReadStore(), contactsProjection, page);
      return { asked, documents: changes.map(({ document }) => document) };
    },
    /** Under the same key, and so of the same person. */
    anotherContact: () => log.append(streamName('contact', idAt(8)), created),
    async laterEvents() {
      return (await store.readAll({ limit: 10, filter: filterOf(contactsProjection) })).events;
    },
  };
}

describe('OpenedEvents', () => {
  it('opens an event once for all projections of a thread', async () => {
    const { fold, kid } = await oneContact();
    expect(await fold()).toEqual({ asked: [kid], documents: [ann] });
    expect(await fold()).toEqual({ asked: [], documents: [ann] });
  });

  it('keeps nothing for longer than a second', async () => {
    jest.useFakeTimers();
    try {
      const { fold, keys, kid } = await oneContact();
      await fold();
      await keys.destroy([kid], timeAt(9));
      jest.advanceTimersByTime(1_000);
      expect(await fold()).toEqual({ asked: [kid], documents: [] });
    } finally {
      jest.useRealTimers();
    }
  });

  it('folds a stream that an erasure names with the keys of today, whatever is open', async () => {
    const { fold, keys, kid, log, laterEvents } = await oneContact();
    await fold();
    await keys.destroy([kid], timeAt(9));
    await log.append(streamName('erasure', idAt(7)), {
      type: 'ErasureCompleted',
      data: { streams: [stream], kids: [kid] },
    });
    expect((await fold(await laterEvents())).documents).toEqual([undefined]);
  });

  it('reads a key once for the events that follow each other', async () => {
    const { fold, anotherContact, laterEvents } = await oneContact();
    await fold();
    await anotherContact();
    expect(await fold(await laterEvents())).toEqual({ asked: [], documents: [ann, ann] });
  });

  it('reads a key again for what comes behind an erasure, in the same page too', async () => {
    const { fold, keys, kid, log, anotherContact, laterEvents } = await oneContact();
    await fold();
    await keys.destroy([kid], timeAt(9));
    await log.append(streamName('erasure', idAt(7)), { type: 'ErasureCompleted', data: { streams: [], kids: [kid] } });
    await anotherContact();
    const [, ...behind] = await laterEvents();
    expect(await fold(behind)).toEqual({ asked: [kid], documents: [] });
  });

  it('keeps no key that the vault answers after an erasure has ended', async () => {
    const { keys, kid } = await oneContact();
    const opened = new OpenedEvents();
    const before = await keys.getMany([kid]);
    let answer = (_states: typeof before): void => undefined;
    const slow: typeof keys.getMany = () => new Promise((resolve) => (answer = resolve));
    const asked = opened.statesOf([kid], { getMany: slow });
    await keys.destroy([kid], timeAt(9));
    opened.forgetKeys();
    answer(before);
    expect((await asked).get(kid)?.state).toBe('present');
    expect((await opened.statesOf([kid], keys)).get(kid)?.state).toBe('destroyed');
  });

  it('keeps nothing of what could not be opened', async () => {
    const { fold, keys, kid } = await oneContact();
    const getMany = jest.spyOn(keys, 'getMany').mockRejectedValueOnce(new Error('the vault is busy'));
    await expect(fold()).rejects.toThrow('the vault is busy');
    getMany.mockRestore();
    expect(await fold()).toEqual({ asked: [kid], documents: [ann] });
  });
});
