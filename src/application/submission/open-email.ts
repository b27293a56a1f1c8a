import { email } from '../../domain/email/email.js';
import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import type { EventMetadata, Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { EncodedStream, KeyRing } from '../ports/event-codec.js';
import { decided } from '../shared/decided.js';
import { encodeOne, factPatience, type LogPorts, retryAppend } from '../shared/handle.js';

/** The email that an event opens, and what that event is known by. */
export interface Opening {
  readonly emailId: string;
  readonly accepted: AcceptedEmail;
  readonly eventId: string;
  readonly metadata: EventMetadata;
  /** Absent where its personal values are sealed already. */
  readonly keyRing?: KeyRing;
}

/** The first event of an email's stream, which is appended under "must not exist". */
export function encodeOpening(
  { codec }: Pick<LogPorts, 'codec'>,
  { emailId, accepted, eventId, metadata, keyRing }: Opening,
): EncodedStream {
  const event = decided(email.decide({ type: 'OpenEmail', accepted }, email.initial));
  const events = [{ id: eventId, event, metadata }];
  return encodeOne(codec, { stream: streamName('email', emailId), predecessor: null, events }, keyRing);
}

/** Opens an email that was promised already; one that is there stays as it is, and has no position. */
export async function openPromised(ports: LogPorts, opening: Opening): Promise<Position | undefined> {
  const { stream, events } = encodeOpening(ports, opening);
  const appended = await retryAppend(ports, [{ stream, expected: 'no-stream', events }], factPatience);
  return appended.result === 'written' ? appended.position : undefined;
}
