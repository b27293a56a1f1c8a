import { attemptDelivery } from '../../application/delivery/attempt-delivery.js';
import type { DeliveryPorts } from '../../application/delivery/delivery-ports.js';
import type { DeliveryOutcome } from '../../application/delivery/delivery-result.js';
import type { DeliveryResult } from '../../application/delivery/delivery-result.js';
import { Dispatcher } from '../../application/delivery/dispatcher.js';
import { followHeldMail } from '../../application/delivery/held-mail.js';
import { followFreshMail } from '../../application/delivery/fresh-mail.js';
import { jobsPerConnection, MxReceivers } from '../../application/delivery/receivers.js';
import { Parking } from '../../application/delivery/parking.js';
import { routing } from '../../application/delivery/routing.js';
import { RelayWatch, watchingRelay } from '../../application/delivery/relay-watch.js';
import { watchingTls } from '../../application/delivery/tls-watch.js';
import { DirectDelivery } from '../../application/delivery/trouble/direct-delivery.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import type { TroubleChange } from '../../application/delivery/trouble/trouble.js';
import { recoverClaims } from '../../application/delivery/recovery.js';
import type { Workers } from '../../application/lease/workers.js';
import type { KeyedHash } from '../../application/ports/hashing.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { Tracer } from '../../application/ports/tracer.js';
import type { BlobStore, KeyStore } from '../../application/ports/vault.js';
import type { JobHandler, WorkQueue } from '../../application/ports/work-queue.js';
import { followPauses } from '../../application/queue/follow-pauses.js';
import { SigningDomains } from '../../application/sending-domain/dkim/signing-domains.js';
import type { LogPorts } from '../../application/shared/handle.js';
import { Semaphore } from '../../application/shared/semaphore.js';
import { createSuppressedAddresses } from '../../application/suppression/suppressed-addresses.js';
import type { MailTracker } from '../../application/tracking/track-body.js';
import { TrackingKeys } from '../../application/tracking/tracking-keys.js';
import { linksIn } from '../../infrastructure/html/read-links.js';
import { trackHtml } from '../../infrastructure/tracking/tracked-html.js';
import { leaveToken, listIdOf, waysToLeave } from '../../application/unsubscribe/leave-link.js';
import { linkTroubleOf } from '../../domain/shared/link-trouble.js';
import { openRoutes } from './routes.js';
import { simulatedBy } from '../../infrastructure/catcher/simulators.js';
import { type Config, publicUrlOf } from '../../infrastructure/config/config.js';
import { createDkimSigner } from '../../infrastructure/dkim/dkim-signer.js';
import { generateDkimKey } from '../../infrastructure/dkim/generate-dkim-key.js';
import { bodySealer } from '../../infrastructure/event-codec/sealing.js';
import { trackingSealer } from '../../infrastructure/crypto/tracking-sealer.js';
import { createMailComposer } from '../../infrastructure/mail-composer/mail-composer.js';
import { TemplateContents } from '../../application/template/template-content.js';
import { messageConverter } from '../../infrastructure/message-reader/message-reader.js';
import { availableMemory, memoryLimits } from '../../infrastructure/system/memory-limits.js';
import { pendingProjection, rowsOfAccept } from '../../projections/pending/pending.projection.js';

export interface DeliveryParts {
  readonly config: Config;
  readonly log: LogPorts;
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly hash: KeyedHash;
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'list'>;
  readonly queue: WorkQueue;
  /** True where `wake` is not called when the `pending` read model has moved on. */
  readonly polls: boolean;
  /** Where the catcher listens on loopback. */
  readonly catcherPort: number;
  /** Time of the last restore or migration, ISO 8601; null when there was none. */
  readonly copiedAt: string | null;
  readonly workers: Workers;
  readonly onAttempt: (outcome: DeliveryOutcome) => void;
  readonly onResult: (result: DeliveryResult) => void;
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
  /** Each new connection to a receiver's host; null where none is counted. Never rejects. */
  readonly onTlsSession: ((judged: JudgedSession) => void) | null;
  readonly onTrouble: (change: TroubleChange) => void;
  readonly onWarning: (fields: Readonly<Record<string, string | number>>, message: string) => void;
  readonly onFailure: (error: unknown, message: string) => void;
}

export interface RunningDelivery {
  /** What is pending has changed. */
  wake(): void;
  /** Looks for claims of workers that have ended, now. Never rejects. */
  recover(): Promise<void>;
  /** No new claim; replies to dots already sent are awaited for the grace time, and everything is recorded. */
  stop(): Promise<void>;
}

/** How often open claims are looked at, at least: of a worker that is gone, or could not record. */
const recoverEveryMs = 60_000;

/** Delivers what is pending, on whichever engines: what an earlier process left open comes first. */
export async function runDelivery(parts: DeliveryParts): Promise<RunningDelivery> {
  const { config, log, queue, readStore, copiedAt, onFailure } = parts;
  const domains = new SigningDomains({
    ...log,
    keys: parts.keys,
    hash: parts.hash,
    makeDkimKey: generateDkimKey,
    dkimSelector: config.dkim.selector,
  });
  const plays = (address: string) => simulatedBy(address, config.sandboxDomains);
  const suppressions = createSuppressedAddresses(log, parts.hash, (address) => plays(address) === 'suppressed');
  const stopping = new AbortController();
  let offerAgain = (): void => undefined;
  const pauses = await followPauses(log, {
    signal: stopping.signal,
    onChange(holding) {
      parts.onWarning({ pauses: holding }, 'the delivery worker heard what people have paused');
      offerAgain();
    },
    onFailure: (error) => onFailure(error, 'the delivery worker could not follow what is paused'),
  });
  const held = await followHeldMail(log, {
    signal: stopping.signal,
    onChange: () => offerAgain(),
    onLeap: ({ fromMs, toMs }) =>
      parts.onWarning(
        { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() },
        'The clock jumped ahead: emails scheduled in between are held. Check the clock, then decide with `posthorn resume --emails`.',
      ),
    onFailure: (error) => onFailure(error, 'the delivery worker could not follow what is held'),
  });
  const { directory, connections } = await openRoutes({ ...parts, clock: log.clock });
  const direct = directDelivery(parts);
  const watched = direct.watchingTransport(watchingRelay(connections, relayWatch(parts)));
  const transport = watchingTls(watched, log.clock, ({ mxSet, reason }) =>
    parts.onWarning(
      { mxSet, ...(reason === null ? {} : { reason }) },
      'A receiver requires TLS, and TLS with it fails: email to it is deferred. See the SMTP conversation of such an email.',
    ),
  );
  const { pauseMs, longestPauseMs } = config.mx;
  const { statedDelayBoundsMs } = config.retryPolicy;
  const parking = new Parking({ clock: log.clock, pauseMs, longestPauseMs, statedDelayBoundsMs });
  const receivers = new MxReceivers(transport, parking, config.mx.slowConnections);
  const { isPaused } = pauses;
  const onReadFailure = (error: unknown): void => onFailure(error, 'the dispatcher could not read what is pending');
  const dispatcher = new Dispatcher({
    readStore,
    pending: pendingProjection,
    queue,
    clock: log.clock,
    regions: config.servedRegions,
    isPaused: (row) => isPaused(row) || held.isKnown(row),
    polls: parts.polls,
    onFailure: onReadFailure,
  });
  offerAgain = () => dispatcher.offerAgain();
  const head = await log.store.head();
  // The read model may not have come as far yet.
  if (head !== undefined) dispatcher.expect(head);
  const fresh = followFreshMail({
    log,
    after: head,
    // On shared engines all followers of a process have one subscription, which brings everything.
    hearsAll: config.engines !== null,
    signal: stopping.signal,
    rowsOf: rowsOfAccept,
    offer: (rows) => dispatcher.offer(rows),
    onDomain: (stream) => domains.forget(stream),
    onPending: (position) => dispatcher.expect(position),
    onFailure: (error) => onFailure(error, 'the delivery worker could not follow what is accepted'),
  });
  const ports = deliveryPorts(parts, {
    fresh,
    held,
    isPaused,
    domains,
    suppressions,
    waysToLeave: (emailId, recipient) =>
      waysToLeave(publicUrlOf(config, config.port), leaveToken(parts.hash, { emailId, recipient })),
    copyUrl: (emailId, recipient) =>
      `${publicUrlOf(config, config.port)}/copy/${leaveToken(parts.hash, { emailId, recipient }, 'copy')}`,
    preferencesUrl: (emailId, recipient) =>
      `${publicUrlOf(config, config.port)}/preferences/${leaveToken(parts.hash, { emailId, recipient })}`,
    listId: (topicId) => listIdOf(publicUrlOf(config, config.port), topicId),
    linkTrouble: linkTroubleOf(config),
    complains: (address) => plays(address) === 'complained',
    transport,
    parking,
    receivers,
    route: direct.watchingRoutes(
      routing({ mode: config.deliveryMode.kind, sandboxDomains: config.sandboxDomains, directory }),
    ),
  });
  const watchedSinceMs = new Map<string, number>();
  const recovery = { ports, readStore, pending: pendingProjection, copiedAt, watchedSinceMs };
  let recovering: Promise<void> | undefined;
  /** One look at a time: while the log takes nothing, each would wait for it. */
  const recover = (): Promise<void> => {
    recovering ??= recoverClaims(recovery)
      .then(noteRecovered, onReadFailure)
      .finally(() => {
        recovering = undefined;
      });
    return recovering;
  };
  const noteRecovered = (attempts: number): void => {
    if (attempts > 0) parts.onWarning({ attempts }, 'attempts of a worker that has ended have an unknown outcome');
  };
  noteRecovered(await recoverClaims(recovery));

  const { afterDotTimeoutMs, claimMarginMs } = config.smtpTimings;
  const recoveryTimer = setInterval(
    () => void recover(),
    // What is decided soon is looked for soon.
    Math.min(recoverEveryMs, afterDotTimeoutMs + claimMarginMs),
  );
  const attempt: JobHandler = ({ payload }, place) => attemptDelivery(ports, payload, place);
  if (config.deliveryMode.kind === 'mx') queue.process(config.mx.connections, attempt, receivers);
  else queue.process(config.relayConnections * jobsPerConnection, attempt);

  return {
    wake: () => dispatcher.wake(),
    recover,
    async stop() {
      clearInterval(recoveryTimer);
      await dispatcher.stop();
      // What waits for a reply gets its time; the jobs end when their transactions have.
      await Promise.all([queue.stop(), transport.close(config.shutdownGraceMs), directory.close()]);
      stopping.abort();
      await Promise.all([fresh.done, pauses.following, held.following]);
    },
  };
}

/** Said when it begins and when it is over: the emails are many. */
function relayWatch({ log, onTrouble }: Pick<DeliveryParts, 'log' | 'onTrouble'>): RelayWatch {
  return new RelayWatch(log.clock, {
    onTrouble({ kind, step, code, reason }) {
      const fields = { step, ...(code === null ? {} : { code }), ...(reason === null ? {} : { reason }) };
      onTrouble({ state: 'begun', place: 'relay', kind: `relay-${kind}`, fields });
    },
    onRecovered: () => onTrouble({ state: 'ended', place: 'relay' }),
  });
}

function directDelivery({ log, onTrouble }: Pick<DeliveryParts, 'log' | 'onTrouble'>): DirectDelivery {
  return new DirectDelivery(log.clock, {
    onTrouble: (kind) => onTrouble({ state: 'begun', place: kind, kind, fields: {} }),
    onRecovered: (kind) => onTrouble({ state: 'ended', place: kind }),
  });
}

/** Links of mails: their scheme and port are those of `PUBLIC_URL`, for the same proxy is in front of both. */
function mailTracker({ config, log, keys }: Pick<DeliveryParts, 'config' | 'log' | 'keys'>): MailTracker {
  const publicUrl = publicUrlOf(config, config.port);
  const { protocol, port } = new URL(publicUrl);
  return {
    keys: new TrackingKeys({ keys, ids: log.ids }),
    sealer: trackingSealer,
    html: trackHtml,
    links: linksIn,
    originOf: (host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`,
    isOwn: (target) => target.startsWith(`${publicUrl}/`),
  };
}

function deliveryPorts(
  { config, log, keys, blobs, workers, onAttempt, onResult, tracer }: DeliveryParts,
  outside: Pick<
    DeliveryPorts,
    | 'fresh'
    | 'held'
    | 'isPaused'
    | 'domains'
    | 'suppressions'
    | 'waysToLeave'
    | 'copyUrl'
    | 'preferencesUrl'
    | 'listId'
    | 'complains'
    | 'linkTrouble'
    | 'transport'
    | 'parking'
    | 'receivers'
    | 'route'
  >,
): DeliveryPorts {
  const signer = createDkimSigner({ keys });
  return {
    ...log,
    blobs,
    sealer: bodySealer,
    composer: createMailComposer(signer),
    templates: new TemplateContents({ blobs, sealer: bodySealer, keys }),
    tracking: mailTracker({ config, log, keys }),
    signer,
    converter: messageConverter,
    ...outside,
    workers,
    largeMails: new Semaphore(memoryLimits(availableMemory(config.memoryMb)).largeMailsAtOnce),
    settings: {
      policy: config.retryPolicy,
      afterDotTimeoutMs: config.smtpTimings.afterDotTimeoutMs,
      claimMarginMs: config.smtpTimings.claimMarginMs,
      slowAfterMs: config.mx.slowAfterMs,
    },
    jitter: () => Math.random() * 2 - 1,
    onAttempt,
    onResult,
    tracer,
  };
}
