import { TrackingKeys } from '../../src/application/tracking/tracking-keys.js';
import { trackingSealer } from '../../src/infrastructure/crypto/tracking-sealer.js';
import { linksIn } from '../../src/infrastructure/html/read-links.js';
import { trackHtml } from '../../src/infrastructure/tracking/tracked-html.js';
import { attemptDelivery } from '../../src/application/delivery/attempt-delivery.js';
import type { DeliveryPorts } from '../../src/application/delivery/delivery-ports.js';
import type { FreshMail } from '../../src/application/delivery/fresh-mail.js';
import { Parking } from '../../src/application/delivery/parking.js';
import { createSuppressedAddresses } from '../../src/application/suppression/suppressed-addresses.js';
import { SigningDomains } from '../../src/application/sending-domain/dkim/signing-domains.js';
import { load } from '../../src/application/shared/handle.js';
import { Semaphore } from '../../src/application/shared/semaphore.js';
import { destinationOf } from '../../src/application/shared/address-hash.js';
import type { MessageToCompose } from '../../src/application/ports/mail-composer.js';
import type { Routing } from '../../src/application/ports/mail-transport.js';
import type { Job } from '../../src/application/ports/work-queue.js';
import { email } from '../../src/domain/email/email.js';
import type { AcceptedState } from '../../src/domain/email/state.js';
import { domainOfAddress } from '../../src/domain/shared/mailbox.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { messageConverter } from '../../src/infrastructure/message-reader/message-reader.js';
import { policy } from './email-facts.js';
import { FakeTransport } from './fake-transport.js';
import type { World } from './world.js';

const afterDotTimeoutMs = 600_000;
export const claimMarginMs = 30_000;

/** One delivery worker; a second call over the same world is another process. */
export function delivering(
  world: World,
  worker = 'worker-1',
  transport = new FakeTransport(),
  fresh: FreshMail = { take: () => undefined, hasReached: () => true },
) {
  const process = world.process();
  const makeDkimKey = async () => ({ privateKeyPem: 'pem', publicKey: 'AAAA' });
  /** Whether this worker holds its lease, and which other workers have ended. */
  const lease = { isHeld: (): boolean => true };
  const ended = new Set<string>();
  const composed: MessageToCompose[] = [];
  const counted: string[] = [];
  /** By domain, where it is not its own or `shared`. */
  const routes = new Map<string, Routing>();
  /** MX sets that nothing is sent over. */
  const paused = new Set<string>();
  /** MX sets of which nobody knows whether they answer. */
  const strangers = new Set<string>();
  const ports: DeliveryPorts = {
    ...process,
    transport,
    composer: {
      async compose(message) {
        composed.push(message);
        return Buffer.from(`Subject: ${message.content.subject}\r\n\r\n${message.body.text ?? ''}`);
      },
    },
    signer: {
      sign: async (message) => Buffer.concat([Buffer.from('DKIM-Signature: v=1\r\n'), message]),
      async signatures(message) {
        let bytes = 0;
        for await (const chunk of message) bytes += chunk.length;
        return Buffer.from(bytes > 0 ? 'DKIM-Signature: v=1\r\n' : '');
      },
    },
    tracking: {
      keys: new TrackingKeys(process),
      sealer: trackingSealer,
      html: trackHtml,
      links: linksIn,
      originOf: (host) => `https://${host}`,
      isOwn: (target) => target.startsWith('https://leave.test/'),
    },
    converter: messageConverter,
    fresh,
    held: { holds: async () => false },
    domains: new SigningDomains({ ...process, makeDkimKey, dkimSelector: 'posthorn' }),
    suppressions: createSuppressedAddresses(process, process.hash, (address) => address.startsWith('suppressed@')),
    preferencesUrl: (emailId, recipient) => `https://preferences.test/${emailId}/${recipient}`,
    copyUrl: (emailId, recipient) => `https://copy.test/${emailId}/${recipient}`,
    waysToLeave: (emailId, recipient) => [['List-Unsubscribe', `<https://leave.test/${emailId}/${recipient}>`]],
    listId: (topicId) => `<${topicId}.leave.test>`,
    linkTrouble: null,
    complains: (address) => address.startsWith('complained@'),
    // Two domains of one receiver, and everybody else's own.
    isPaused: ({ mxSet }) => mxSet !== null && paused.has(mxSet),
    route: async ({ address }) =>
      routes.get(domainOfAddress(address)) ?? { route: { kind: 'mx', mxSet: mxSetOf(address), hosts: [] } },
    parking: new Parking({
      clock: process.clock,
      pauseMs: 10_000,
      longestPauseMs: 900_000,
      statedDelayBoundsMs: policy.statedDelayBoundsMs,
    }),
    receivers: {
      learn: () => undefined,
      answers: (mxSet) => !strangers.has(mxSet),
    },
    workers: { own: () => ({ id: worker, isHeld: () => lease.isHeld() }), hasEnded: (other) => ended.has(other) },
    largeMails: new Semaphore(1),
    settings: { policy, afterDotTimeoutMs, claimMarginMs, slowAfterMs: 60_000 },
    jitter: () => 0,
    onAttempt: (outcome) => void counted.push(outcome),
    onResult: () => undefined,
    tracer: null,
  };
  return {
    ports,
    transport,
    lease,
    ended,
    routes,
    paused,
    strangers,
    composed,
    composer: ports.composer,
    /** What the metrics heard of. */
    counted,
    attempt: ({ payload }: Job) => attemptDelivery(ports, payload, { joins: () => true, standAside: () => undefined }),
  };
}

function mxSetOf(address: string): string {
  return domainOfAddress(address).startsWith('shared') ? 'shared' : domainOfAddress(address);
}

/** The job that the dispatcher would make now for a mail and one of its domains. */
export async function jobFor(world: World, emailId: string, domain: string): Promise<Job> {
  const destination = destinationOf(world.process().hash, `x@${domain}`);
  const { generations, retryClass } = await stateOf(world, emailId);
  const generation = generations[destination] ?? 0;
  const id = `email:${emailId}:${destination}:${generation}`;
  const payload = { emailId, destination, generation };
  return { id, kind: 'email', line: destination, class: retryClass, dueAtMs: world.clock.now(), payload };
}

/** Knows the first event of every mail there is now, and goes on knowing no more of it. */
export async function firstEventsOf(world: World): Promise<FreshMail> {
  const { events } = await world.store.readAll({ limit: 1_000, filter: { types: ['EmailAccepted'] } });
  const known = new Map(events.map((event) => [event.stream, [event]]));
  return { take: (stream) => known.get(stream), hasReached: () => true };
}

export async function stateOf(world: World, emailId: string): Promise<AcceptedState> {
  const { state } = await load(world.process(), email, streamName('email', emailId));
  if (state.status !== 'accepted') throw new Error(`the mail is ${state.status}`);
  return state;
}

/** The recipients' states, by number. */
export async function statuses(world: World, emailId: string): Promise<readonly string[]> {
  return (await stateOf(world, emailId)).recipients.map(({ status }) => status);
}
