import { loadAddress } from '../../src/application/contact/contact-streams.js';
import { loadContact, putContact } from '../../src/application/contact/write-contact.js';
import { handle } from '../../src/application/shared/handle.js';
import { contact } from '../../src/domain/contact/contact.js';
import { correlationId, teamId, World } from '../support/world.js';

const provenance = {
  context: { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId },
  region: null,
} as const;
const write = (means: 'api-key' | 'import', isSubscribed: boolean) => ({
  fields: { email: 'ann@example.com' },
  consents: [{ topicId: null, isSubscribed }],
  occasion: { means, emailId: null, pageVersion: null, importId: null, visitor: null },
});

it('no import brings back who left, also where a crash came between a deletion and the address', async () => {
  const world = await World.create();
  const ports = world.process();
  const first = await putContact(ports, teamId, write('api-key', false), provenance);
  if ('refused' in first) throw new Error('not written');
  const { stream } = await loadContact(ports, first.id);
  await handle(ports, contact, stream, { type: 'DeleteContact', teamId, because: 'request' }, provenance);
  const again = await putContact(ports, teamId, write('import', true), provenance);
  if ('refused' in again) throw new Error('not written');
  expect(again.id).not.toBe(first.id);
  expect((await loadAddress(ports, teamId, 'ann@example.com')).state.contactId).toBe(again.id);
  expect((await loadContact(ports, again.id)).state).toMatchObject({ all: { isSubscribed: false } });
});
