import { loadConfig } from '../../src/infrastructure/config/config.js';
import { type AttemptPorts, type EndpointReports } from '../../src/application/webhook/attempts.js';
import { Endpoint, type EndpointPorts, type EndpointStart } from '../../src/application/webhook/endpoint.js';
import { type EndpointReport, EndpointTracker } from '../../src/application/webhook/endpoint-tracker.js';
import { payloadsOfEvent } from '../../src/application/webhook/endpoint-messages.js';
import type { RecordSettings } from '../../src/application/sending-domain/records/published-domain.js';
import { LogTail } from '../../src/application/webhook/log-tail.js';
import { RecentPayloads } from '../../src/application/webhook/recent-payloads.js';
import type { RequestedReplay } from '../../src/application/webhook/replays.js';
import { WebhookLog } from '../../src/application/webhook/webhook-log.js';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../src/application/ports/webhook-sender.js';
import { kidOf, plain, reveal } from '../../src/domain/shared/personal.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import type { ExhaustedMessage, WebhookRegistered, WebhookTarget } from '../../src/domain/webhook/events.js';
import type { WebhookAttempt, WebhookAttempted } from '../../src/domain/webhook/log-events.js';
import type { ExistingWebhook } from '../../src/domain/webhook/webhook.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { webhookMessagesProjection } from '../../src/projections/webhooks/webhook-log.projections.js';
import { EncodedLog } from './encoded-log.js';
import { MemoryReadStore } from './memory-read-store.js';
import { readModel } from './read-model.js';
import { idAt, teamId } from './recorded-events.js';
import { World } from './world.js';

export const recordSettings: RecordSettings = {
  returnPathHost: 'mail.example.net',
  spfValue: 'v=spf1 mx ~all',
  trackingHost: 'track.example.net',
  inboundHost: 'in.example.net',
  trackingAuthority: 'letsencrypt.org',
  regions: ['eu-west-1'],
  ownPolicy: null,
  takesReports: false,
  registeredZoneOf: () => 'example.com',
};

export const ok: WebhookAnswer = {
  kind: 'answered',
  status: 200,
  body: 'ok',
  headers: [],
  retryAfterMs: undefined,
  wantsNoMore: false,
  durationMs: 1,
};
export const answering = (status: number): WebhookAnswer => ({ ...ok, status, body: 'no' });

/** Answers as a spec says, by URL; what it was asked is kept. */
export class FakeSender implements WebhookSender {
  readonly sent: WebhookRequest[] = [];
  answer: (request: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer> = () => ok;

  async send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer> {
    signal.throwIfAborted();
    this.sent.push(request);
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    });
    return Promise.race([this.answer(request), stopped]);
  }

  async close(): Promise<void> {
    // Nothing is kept.
  }

  to(url: string): readonly string[] {
    return this.sent.filter((request) => request.url === url).map(({ messageId }) => messageId);
  }
}

const endpointKid = kidOf(idAt(800), 0);
export const webhookId = (number: number): string => idAt(700 + number);
export const urlOf = (number: number): string => `https://app.example.com/${number}`;

export function existingWebhook(
  number: number,
  {
    target = {},
    ...settings
  }: Partial<Omit<WebhookRegistered['data'], 'target'>> & { target?: Partial<WebhookTarget> } = {},
): ExistingWebhook {
  const webhook = {
    webhookId: webhookId(number),
    teamId,
    target: plain(endpointKid, { url: urlOf(number), headers: [], tags: [], ...target }),
    secret: plain(endpointKid, 'whsec_AAAA'),
    events: null,
    domainIds: [],
    ordered: false,
    perSecond: null,
    ...settings,
  };
  return {
    status: 'enabled',
    why: null,
    webhook,
    previousSecret: null,
    replays: [],
    judgedFromMs: 0,
    keptFailingNotedAtMs: 0,
  };
}

/** An endpoint, and what its tracker says of it. */
export type RunEndpoint = Endpoint & Pick<EndpointTracker, 'position' | 'failingSince' | 'replayProgress'>;

/** Before each retry, where nothing is set. */
export const webhookDelaysMs = loadConfig({}).webhookSending.retryDelaysMs;

/** One process's part of running endpoints, over a log and a vault that outlive it. */
export class WebhookProcess {
  readonly stopping = new AbortController();
  readonly reports: string[] = [];
  readonly exhausted: ExhaustedMessage[] = [];
  /** Replays that were begun and left. */
  readonly tries: string[] = [];
  /** Replays that ended the process twice. */
  readonly worn = new Set<string>();
  readonly ports: EndpointPorts;
  readonly log: WebhookLog;
  private readonly running: Promise<void>[] = [];

  constructor(
    readonly world: World,
    readonly sender: FakeSender,
    readStore: MemoryReadStore,
    { inTurn = (_teamId, work) => work(), ...log }: Partial<AttemptPorts['log'] & Pick<AttemptPorts, 'inTurn'>> = {},
  ) {
    const ports = world.process();
    this.log = new WebhookLog({ ...ports, keys: world.keys }, (error) => this.reports.push(String(error)));
    const attempted = log.attempted ?? this.log.attempted.bind(this.log);
    const dropped = log.dropped ?? this.log.dropped.bind(this.log);
    this.ports = {
      ...ports,
      readStore,
      messages: shapeOf(webhookMessagesProjection),
      sender,
      retryDelaysMs: webhookDelaysMs,
      log: { attempted, dropped },
      inTurn,
      tail: new LogTail(world.store),
      recent: new RecentPayloads(ports.clock, (event) => payloadsOfEvent({ ...ports, recordSettings }, event)),
      recordSettings,
    };
  }

  /** From the log's end on. */
  async follow(): Promise<void> {
    const after = await this.world.store.head();
    this.running.push(this.ports.tail.follow(after, this.stopping.signal, (error) => this.reports.push(String(error))));
  }

  endpoint(
    state: ExistingWebhook,
    start: Partial<EndpointStart & EndpointReport> = {},
    replays: readonly RequestedReplay[] = [],
  ): RunEndpoint {
    const reports: EndpointReports = {
      disable: (why) => void this.reports.push(`disable ${why}`),
      keptFailing: () => void this.reports.push('kept failing'),
      exhausted: (message) => void this.exhausted.push(message),
      replayBegins: async (replayId, at) => {
        this.tries.push(`begins ${replayId} at ${at}`);
        return !this.worn.has(replayId);
      },
      replayLeft: async (replayId) => void this.tries.push(`left ${replayId}`),
      replayed: (replayId, { sent }) => void this.reports.push(`replayed ${replayId}: ${sent}`),
      gone: async ({ teamId: of, id }) => void (await this.ports.log.dropped(of, id)),
      failed: (error) => void this.reports.push(String(error)),
    };
    const nothing = {
      position: undefined,
      attemptedUpTo: undefined,
      since: '' as Position,
      failingSince: null,
      replays: new Map(),
      cut: this.stopping.signal,
    };
    const begin = { ...nothing, ...start };
    const tracker = new EndpointTracker(this.ports, begin);
    return Object.assign(new Endpoint(this.ports, tracker, state, replays, begin, reports), {
      position: () => tracker.position(),
      failingSince: () => tracker.failingSince(),
      replayProgress: () => tracker.replayProgress(),
    });
  }

  run<Run extends Endpoint>(endpoint: Run): Run {
    this.running.push(endpoint.readLog(this.stopping.signal), endpoint.replay(this.stopping.signal));
    return endpoint;
  }

  /** As a crash does: what is not in the log is gone. */
  async crash(): Promise<void> {
    this.stopping.abort();
    await this.log.stop();
    await Promise.all(this.running);
  }
}

/** The attempts in the log, in order. */
export async function attemptsIn(world: World): Promise<readonly (WebhookAttempt & { readonly answer: string })[]> {
  const { events } = await world.store.readAll({ limit: 100_000, filter: { types: ['WebhookAttempted'] } });
  const keyRing = await world.keys.getMany(world.codec.kids(events));
  return world.codec.decode(events, keyRing).flatMap(({ event }) => {
    const { attempts, answers } = (event as WebhookAttempted).data;
    return attempts.map((attempt, index) => ({ ...attempt, answer: reveal(answers)?.[index] ?? '' }));
  });
}

/** The documents of the messages, up to the end of the log. */
export function messageDocuments(world: World, readStore = new MemoryReadStore()): Promise<MemoryReadStore> {
  return readModel(world, webhookMessagesProjection, readStore);
}

/** A log with so many mails, each accepted, claimed and delivered to its first recipient: two messages each. */
export async function worldWithMails(count: number): Promise<{ world: World; log: EncodedLog; head: Position }> {
  const world = await World.create();
  const log = new EncodedLog(world.store, world.keys);
  let head = '' as Position;
  for (let number = 1; number <= count; number += 1) {
    await log.acceptMail(number);
    head = await log.deliver(number);
  }
  return { world, log, head };
}
