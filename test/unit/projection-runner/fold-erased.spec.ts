import { noContactFields } from '../../../src/domain/shared/contact-fields.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { filterOf, foldPage, shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { contactsProjection } from '../../../src/projections/contacts/contacts.projection.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';
import { idAt, teamId, timeAt } from '../../support/recorded-events.js';

it('removes a document that an erasure leaves nothing of, where its own events are in an earlier page', async () => {
  const [store, keys, readStore] = [new MemoryEventStore(), new MemoryKeyStore(), new MemoryReadStore()];
  const log = new EncodedLog(store, keys);
  const shape = shapeOf(contactsProjection);
  const fold = async () => {
    const after = await readStore.checkpoint(shape);
    const filter = filterOf(contactsProjection);
    const page = await store.readAll({ limit: 10, filter, ...(after === undefined ? {} : { after }) });
    if (page.position === undefined) throw new Error('the log is empty');
    const given = { ...page, position: page.position };
    const { changes } = await foldPage({ store, codec: log.codec, keys }, readStore, contactsProjection, given);
    await readStore.apply(shape, changes, page.position);
  };
  const stream = streamName('contact', idAt(5));
  const kid = await log.createKey(idAt(6), stream);
  const profile = plain(kid, { email: 'ann@example.com', ...noContactFields, properties: {} });
  await log.append(stream, { type: 'ContactCreated', data: { teamId, addressHash: 'a'.repeat(32), profile } });
  await fold();
  expect(await readStore.get(shape, idAt(5))).toMatchObject({ email: 'ann@example.com' });
  await keys.destroy([kid], timeAt(9));
  await log.append(streamName('erasure', idAt(7)), {
    type: 'ErasureCompleted',
    data: { streams: [stream], kids: [kid] },
  });
  await fold();
  expect(await readStore.get(shape, idAt(5))).toBeUndefined();
});
