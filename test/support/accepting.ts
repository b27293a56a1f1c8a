import type { AttachmentFetcher } from '../../src/application/ports/attachment-fetcher.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import type { DomainTracking } from '../../src/domain/sending-domain/tracking-subdomain.js';
import { type ByteBudget, createByteBudget } from '../../src/application/shared/byte-budget.js';
import type { Principal } from '../../src/application/shared/context.js';
import { acceptRestBatch, type BatchItem } from '../../src/application/submission/accept-rest-batch.js';
import { acceptRestEmail, type AcceptRestPorts } from '../../src/application/submission/accept-rest-email.js';
import type { EmailRequest, Idempotency } from '../../src/application/submission/email-request.js';
import type { KnownTopic } from '../../src/application/submission/mail-about.js';
import type { Quotas } from '../../src/application/usage/quotas.js';
import { InFlight } from '../../src/application/submission/accept-submission.js';
import { context, principal, type World } from './world.js';

/** A plain mail from a domain that the specs open. */
/** Links lead to where their reader is. */
const reached = { linkTrouble: null, readElsewhere: false } as const;

export function mailTo(addresses: readonly string[], changes: Partial<EmailRequest> = {}): EmailRequest {
  return {
    from: { name: null, address: 'news@example.com' },
    to: addresses.map((address) => ({ name: null, address })),
    cc: [],
    bcc: [],
    replyTo: [],
    subject: 'Hello',
    text: 'Hello!',
    headers: [],
    tags: [],
    retryClass: 'standard',
    attachments: [],
    ...changes,
  };
}

export function keyed(key: string, payload: unknown = { subject: 'Hello' }): Idempotency {
  return { key, method: 'POST', path: '/emails', payload };
}

export interface AcceptingOptions {
  readonly principal?: Principal;
  readonly sandboxDomains?: readonly string[];
  readonly captureMode?: boolean;
  readonly repeatWaitMs?: number;
  readonly quotas?: Quotas;
  readonly fetcher?: AttachmentFetcher;
  readonly budget?: ByteBudget;
  readonly maxContentBytes?: number;
  readonly topics?: readonly KnownTopic[];
  /** What every domain tracks. */
  readonly tracking?: DomainTracking;
}

const noFetcher: AttachmentFetcher = { fetch: () => Promise.reject(new Error('nothing is to be fetched here')) };

function trackedDomains(ports: ReturnType<World['process']>, tracking: DomainTracking): SendingDomains {
  const domains = new SendingDomains(ports);
  const verified = domains.verified.bind(domains);
  return Object.assign(domains, {
    async verified(...asked: Parameters<SendingDomains['verified']>) {
      const found = await verified(...asked);
      return found && { ...found, tracking };
    },
  });
}

/** One process that accepts mail; a second call over the same world is a second process. */
export function accepting(world: World, options: AcceptingOptions = {}) {
  const ports = world.process();
  const accepted: { readonly teamId: string; readonly emails: number }[] = [];
  const positions: Position[] = [];
  const dependencies: AcceptRestPorts = {
    ...ports,
    senderRules: {
      domains: options.tracking === undefined ? new SendingDomains(ports) : trackedDomains(ports, options.tracking),
      sandboxDomains: options.sandboxDomains ?? [],
      captureMode: options.captureMode ?? true,
      ...reached,
    },
    fetching: {
      fetcher: options.fetcher ?? noFetcher,
      budget: options.budget ?? createByteBudget(1_000_000),
      maxContentBytes: options.maxContentBytes ?? 1_000_000,
      timeoutMs: 60_000,
    },
    inFlight: new InFlight(options.repeatWaitMs ?? 1_000),
    quotas: options.quotas ?? null,
    topicOf: async (_teamId, topicId) => options.topics?.find(({ id }) => id === topicId),
    templateOf: async () => undefined,
    personOf: async () => ({}),
    onAccepted({ teamId }, position, emailIds) {
      accepted.push({ teamId, emails: emailIds.length });
      positions.push(position);
    },
  };
  const who = options.principal ?? principal;
  return {
    ports,
    /** What use cases that accept stand on. */
    dependencies,
    /** Acknowledged writes. */
    accepted,
    /** What lists wait for, one for each of these. */
    positions,
    send: (request: EmailRequest, idempotency: Idempotency | null = null) =>
      acceptRestEmail(dependencies, { context, principal: who, request, idempotency }),
    sendBatch: (
      items: readonly BatchItem[],
      mode: 'strict' | 'permissive' = 'strict',
      idempotency: Idempotency | null = null,
    ) =>
      acceptRestBatch(dependencies, {
        context,
        principal: who,
        items,
        mode,
        idempotency,
        describe: ({ refused }) => `not allowed: ${refused}`,
      }),
  };
}

/** The id that an accept answered; fails the spec where it was refused. */
export function idOf(answer: { readonly emailId: string } | { readonly refused: string }): string {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`);
  return answer.emailId;
}
