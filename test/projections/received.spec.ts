import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import type { ReceivedEvent } from '../../src/domain/received/events.js';
import { receivedProjection, threadToken } from '../../src/projections/received/received.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId } from '../support/recorded-events.js';

const kid = kidOf(idAt(90), 0);
const eventOf = (subject: string): ReceivedEvent => ({
  type: 'EmailReceived',
  data: {
    teamId,
    domainId: idAt(80),
    addressHashes: [],
    content: plain(kid, {
      ...{ sender: null, recipients: ['support@example.com'], from: { name: 'Ann', address: 'ann@example.net' } },
      ...{ to: [{ name: null, address: 'support@example.com' }], cc: [], replyTo: [], subject, attachments: [] },
      ...{ messageId: '<42@example.net>', references: ['<41@example.com>'] },
    }),
    body: { blobId: idAt(91), kid, sizeBytes: 30, digest: 'd'.repeat(64) },
    raw: { sizeBytes: 20, headerBytes: 10, text: [], html: [] },
    verdicts: null,
  },
});
const logOf = (happenings: readonly (readonly [number, string])[]) => {
  const log = new RecordedLog();
  for (const [number, subject] of happenings) log.add(streamName('received', idAt(number)), eventOf(subject));
  return log.all;
};

describe('received emails', () => {
  it('are found by words and by their thread', () => {
    const document = foldAll(receivedProjection, logOf([[1, 'Where is my order?']])).get(idAt(1)) ?? '';
    const { tokens } = JSON.parse(document) as { readonly tokens: readonly string[] };
    expect(tokens).toEqual(expect.arrayContaining(['order', 'ann@example.net', 'example.net', '42@example.net']));
    expect(tokens).toEqual(expect.arrayContaining([threadToken('<42@example.net>'), threadToken('<41@example.com>')]));
  });

  it('give the same bytes in any batches and after any restart', async () => {
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('one', 'two')), {
      maxLength: 9,
    });
    await fc.assert(redeliveryProperty(receivedProjection, happenings.map(logOf)));
  });
});
