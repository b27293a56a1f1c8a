import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { decided } from '../shared/decided.js';
import { appendPatiently, encodeOne, handle, load, metadataOf, requestPatience } from '../shared/handle.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { type AcceptPorts, writeVault } from './accept-ports.js';
import { prepareAcceptable, type AcceptableEmail } from './prepare-acceptable.js';

/** One mail without an idempotency key: the vault's commit, then `email-<id>` under "must not exist". */
export async function acceptOne(
  ports: AcceptPorts,
  context: RequestContext,
  request: AcceptableEmail,
  domain: VerifiedDomain,
): Promise<{ readonly emailId: string; readonly position: Position } | Unavailable> {
  const emailId = 'emailId' in request ? request.emailId : ports.ids.next();
  const stream = streamName('email', emailId);
  const metadata = metadataOf(ports.clock, { context, region: domain.region });
  const prepared = await prepareAcceptable(ports, request, domain, {
    emailId,
    anchor: stream,
    submission: null,
    time: metadata.time,
  });
  if (!(await writeVault(ports, [prepared]))) return unavailable;

  const eventId = ports.ids.next();
  const event = decided(email.decide({ type: 'OpenEmail', accepted: prepared.accepted }, email.initial));
  const opening = { stream, predecessor: null, events: [{ id: eventId, event, metadata }] };
  const { events } = encodeOne(ports.codec, opening, prepared.keyRing);
  const appended = await appendPatiently(ports, [{ stream, expected: 'no-stream', events }], requestPatience);
  if (appended.result === 'written') return { emailId, position: appended.position };
  return settleUnknown(ports, context, emailId, eventId);
}

/**
 * The append's fate is not known. Abandoning the accept under "must not exist" settles it: acknowledged, nothing was
 * accepted; a conflict, and the stream says whose event is there.
 */
async function settleUnknown(
  ports: AcceptPorts,
  context: RequestContext,
  emailId: string,
  eventId: string,
): Promise<{ readonly emailId: string; readonly position: Position } | Unavailable> {
  const stream = streamName('email', emailId);
  const none = {
    stream,
    state: email.initial,
    expected: 'no-stream',
    predecessor: null,
    events: [],
    keyRing: new Map(),
  } as const;
  await handle(
    ports,
    email,
    stream,
    { type: 'AbandonAccept', reason: 'append-unknown' },
    { context, region: null },
    { loaded: none },
  ).catch(() => undefined);
  const { events } = await load(ports, email, stream).catch(() => none);
  const own = events.find(({ id }) => id === eventId);
  return own === undefined ? unavailable : { emailId, position: own.position };
}
