import type { DomainEvent } from '../../src/domain/shared/decider.js';
import type { AcceptedEmail } from '../../src/domain/shared/accepted-email.js';
import type { RecordedReply } from '../../src/domain/email/events.js';
import type { SmtpStep } from '../../src/domain/email/judging/judgement.js';
import { type Kid, kidOf, plain } from '../../src/domain/shared/personal.js';
import type { EventMetadata, Position, Recorded } from '../../src/domain/shared/recorded.js';
import type { StreamName } from '../../src/domain/shared/stream-name.js';

export const teamId = '018f0000-0000-7000-8000-00000000000a';
export const apiKeyId = '018f0000-0000-8000-8000-0000000000aa';

/** ISO time `seconds` after a fixed moment. */
export const timeAt = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

export const positionAt = (position: number): Position => String(position).padStart(20, '0') as Position;

/** A UUIDv7-shaped id that is the same for the same number. */
export const idAt = (number: number): string => `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const metadataAt = (seconds: number, overrides: Partial<EventMetadata> = {}): EventMetadata => ({
  time: timeAt(seconds),
  teamId,
  region: 'us-east-1',
  actor: { kind: 'api-key', id: apiKeyId },
  correlationId: idAt(0),
  causation: null,
  ...overrides,
});

/** A log in the making: events get their place in it, and a time one second after the last one. */
export class RecordedLog {
  readonly all: Recorded[] = [];
  private readonly revisions = new Map<StreamName, number>();

  add<Event extends DomainEvent>(
    stream: StreamName,
    event: Event,
    metadata: Partial<EventMetadata> = {},
  ): Recorded<Event> {
    const place = this.all.length + 1;
    const revision = this.revisions.get(stream) ?? 0;
    this.revisions.set(stream, revision + 1);
    const recorded = {
      stream,
      revision,
      position: positionAt(place),
      id: idAt(place),
      event,
      metadata: metadataAt(place, metadata),
      digest: String(place).padStart(64, '0'),
    };
    this.all.push(recorded);
    return recorded;
  }
}

/** One mail to ann, bob and cid; ann and cid share a destination. Its keys are those of one vault row. */
export function acceptedEmail(row: string, overrides: Partial<AcceptedEmail> = {}): AcceptedEmail {
  const mailKid = kidOf(row, 0);
  const recipient = (role: 'to' | 'cc' | 'bcc', number: number, name: string | null, address: string) => ({
    role,
    destination: destinationOf(address),
    addressHash: null,
    mailbox: plain(kidOf(row, number + 1), { name, address }),
    dsn: null,
  });
  return {
    submission: null,
    domainId: idAt(900),
    messageId: `<${row}@example.com>`,
    retryClass: 'standard',
    sandbox: false,
    content: plain(mailKid, {
      from: { name: 'Posthorn', address: 'hello@example.com' },
      replyTo: [{ name: null, address: 'reply@example.com' }],
      subject: 'A secret subject',
      headers: [],
      tags: [{ name: 'kind', value: 'welcome' }],
    }),
    contentAddressHashes: [],
    recipients: [
      recipient('to', 0, 'Ann', 'ann@a.posthorn.test'),
      recipient('cc', 1, null, 'bob@b.posthorn.test'),
      recipient('bcc', 2, null, 'cid@a.posthorn.test'),
    ],
    body: { blobId: idAt(901), kid: mailKid, sizeBytes: 10, digest: 'f'.repeat(64) },
    attachments: [],
    scheduledAt: null,
    raw: null,
    ...overrides,
  };
}

const destinationOf = (address: string): string => `dest-${address.slice(address.lastIndexOf('@') + 1)[0]}`;

export function reply(
  kid: Kid,
  code: number | null,
  enhancedCode: string | null,
  text: string,
  step: SmtpStep = 'dot',
) {
  return {
    step,
    code,
    enhancedCode,
    detail: plain(kid, { text, host: 'mx.posthorn.test' }),
  } satisfies RecordedReply;
}
