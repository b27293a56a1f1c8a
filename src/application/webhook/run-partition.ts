import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { ExhaustedMessage } from '../../domain/webhook/events.js';
import type { WebhookReader } from '../../domain/webhook/log-events.js';
import { type StandingWebhook, webhook, type WebhookCommand, type WebhookState } from '../../domain/webhook/webhook.js';
import {
  partitionOf,
  type WebhookMessageDocument,
  type WebhookProgressDocument,
} from '../../projections/webhooks/webhooks.document.js';
import type { DocumentShape } from '../ports/read-store.js';
import { delay } from '../shared/delay.js';
import { every } from '../shared/every.js';
import { factPatience, handle, load, type LogPorts } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { dueMessages } from './due-messages.js';
import { Endpoint, type EndpointPorts } from './endpoint.js';
import type { EndpointChanges } from './endpoint-changes.js';
import { endpointsOf } from './endpoints-of.js';
import { lastSwitchedOn, requestedReplays } from './endpoint-history.js';
import { NextDue } from './next-due.js';
import type { RequestedReplay } from './replays.js';
import type { WebhookLog } from './webhook-log.js';

export type PartitionPorts = LogPorts &
  EndpointPorts & {
    readonly log: WebhookLog;
    readonly whenProcessed: WhenProcessed;
    readonly changes: Pick<EndpointChanges, 'listen'>;
    /** Of the `webhooks` and `webhook-progress` documents. */
    readonly webhooks: DocumentShape;
    readonly progress: DocumentShape;
  };

interface Running {
  readonly endpoint: Endpoint;
  readonly stop: AbortController;
  readonly done: Promise<void>;
  /** Where it was switched on last: what was attempted before is not tried again. */
  readonly since: Position;
}

const lookEveryMs = 1_000;
const processedPatienceMs = 5_000;
const readPatienceMs = 5_000;
const savePositionEveryMs = 5_000;
/** Then twice as long as before. A process that is killed every few seconds must come further in each of its lives. */
const savePositionFirstMs = 500;
/** The last report would go with the hour that it was written in, and with it the place: it is repeated long before. */
const repeatReportEveryMs = 12 * 3_600_000;

/** Runs the endpoints of one partition until the signal aborts. Only one process may do so at a time. */
export async function runPartition(
  ports: PartitionPorts,
  partition: string,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const run = new PartitionRun(ports, partition, signal, onFailure);
  // Before the head is read: what is written behind it is heard of.
  ports.changes.listen((webhookIds, position) => run.noteChanges(webhookIds, position), signal);
  for (let head: { readonly position: Position | undefined } | undefined; !signal.aborted; ) {
    try {
      head ??= { position: await ports.store.head() };
      if (await run.begin(head.position)) break;
    } catch (error) {
      onFailure(error);
      await delay(readPatienceMs, signal);
    }
  }
  await run.runUntilAborted();
}

class PartitionRun {
  private readonly running = new Map<string, Running>();
  /** Disabled or deleted. */
  private readonly off = new Set<string>();
  private head: Position | undefined;
  private begun: WebhookProgressDocument | undefined;
  private saved = '';
  private savedAtMs = 0;
  /** Changed since they were read last. */
  private readonly unread = new Set<string>();
  /** How many are being read now. */
  private reading = 0;
  private readonly nextDue: NextDue;
  /** Everything there was at the beginning has been read. */
  private hasBegun = false;
  /** Up to here every change was heard of. */
  private heard: Position | undefined;
  private exhausted = new Map<string, ExhaustedMessage[]>();

  constructor(
    private readonly ports: PartitionPorts,
    private readonly partition: string,
    private readonly signal: AbortSignal,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.nextDue = new NextDue(ports, partition);
  }

  noteChanges(webhookIds: ReadonlySet<string>, position: Position | undefined): void {
    for (const id of webhookIds) if (partitionOf(id) === this.partition) this.unread.add(id);
    if (position !== undefined && position > (this.heard ?? '')) this.heard = position;
    if (this.hasBegun) void this.readChanged();
  }

  /** Reads what there is, once the documents hold everything up to `head`. False: they do not yet. */
  async begin(head: Position | undefined): Promise<boolean> {
    const { ports, partition } = this;
    this.head = head;
    for (const { name } of [ports.webhooks, ports.messages, ports.progress]) {
      if (head !== undefined && !(await ports.whenProcessed(name, head, processedPatienceMs))) return false;
    }
    // The read store keeps what the projection of this shape wrote.
    this.begun = (await ports.readStore.get(ports.progress, partition)) as WebhookProgressDocument | undefined;
    for await (const id of endpointsOf(ports, partition)) await this.refresh(id);
    if (head !== undefined && head > (this.heard ?? '')) this.heard = head;
    this.hasBegun = true;
    void this.readChanged();
    return true;
  }

  /** What cannot be read now is read at the next look. */
  private async readChanged(): Promise<void> {
    const changed = [...this.unread];
    this.unread.clear();
    this.reading += changed.length;
    const read = async (id: string): Promise<void> => {
      try {
        await this.refresh(id);
        // Then it was not started.
        if (this.signal.aborted) this.unread.add(id);
      } catch (error) {
        this.unread.add(id);
        this.onFailure(error);
      }
      this.reading -= 1;
    };
    await Promise.all(changed.map(read));
  }

  async runUntilAborted(): Promise<void> {
    const { signal, onFailure } = this;
    if (signal.aborted) return;
    await Promise.all([every(lookEveryMs, signal, () => this.look(), onFailure, 0), this.saveUntilAborted()]);
    await Promise.all([...this.running.values()].map(({ done }) => done));
    await this.noteExhausted();
    await this.save().catch(onFailure);
  }

  private async saveUntilAborted(): Promise<void> {
    const { signal, onFailure } = this;
    for (let pauseMs = savePositionFirstMs; ; pauseMs = Math.min(2 * pauseMs, savePositionEveryMs)) {
      await delay(pauseMs, signal);
      if (signal.aborted) return;
      await this.save().catch(onFailure);
    }
  }

  /** Starts, changes or stops an endpoint, as its stream says. One stream's turns are kept in order. */
  private refresh(id: string): Promise<void> {
    const stream = streamName('webhook', id);
    return this.ports.serialise(stream, async () => {
      const { state, events } = await load<WebhookState, never>(this.ports, webhook, stream, true);
      const known = this.running.get(id);
      if (state.status !== 'enabled') {
        this.off.add(id);
        return this.stop(id);
      }
      this.off.delete(id);
      const since = lastSwitchedOn(events);
      const replays = requestedReplays(state, events);
      if (known !== undefined && known.since === since && known.endpoint.isOrdered === state.webhook.ordered) {
        known.endpoint.update(state, replays);
        void known.endpoint.replay(known.stop.signal);
        return undefined;
      }
      const reached = known?.since === since ? known.endpoint : undefined;
      await this.stop(id);
      if (!this.signal.aborted) this.start(state, replays, since, reached);
      return undefined;
    });
  }

  private start(
    state: StandingWebhook,
    replays: readonly RequestedReplay[],
    since: Position,
    before: Endpoint | undefined,
  ): void {
    const id = state.webhook.webhookId;
    const own = this.begun?.readers.filter(({ webhookId }) => webhookId === id) ?? [];
    const live = own.find(({ replayId }) => replayId === null)?.position ?? this.begun?.position;
    const position = [since, live ?? since, before?.position() ?? since].reduce((most, each) =>
      each > most ? each : most,
    );
    const replayed = before?.replayProgress() ?? own;
    const progress = replayed.flatMap(({ replayId, ...rest }) =>
      replayId === null ? [] : [[replayId, rest] as const],
    );
    const failing = this.begun?.failing.find(({ webhookId }) => webhookId === id)?.since ?? null;
    // Where a person has switched it on since, what failed before does not count.
    const failingSince = failing !== null && Date.parse(failing) >= state.judgedFromMs ? failing : null;
    const begin = { position, attemptedUpTo: this.head, failingSince, replays: new Map(progress) };
    const endpoint = new Endpoint(this.ports, state, replays, begin, {
      disable: (why, sinceMs) => void this.write(id, { type: 'DisableFailingWebhook', why, sinceMs }),
      keptFailing: (sinceMs) => void this.write(id, { type: 'NoteKeptFailing', sinceMs }),
      exhausted: (message) => void this.exhausted.set(id, [...(this.exhausted.get(id) ?? []), message]),
      replayed: (replayId, counts) => void this.write(id, { type: 'CompleteReplay', replayId, ...counts }),
      failed: this.onFailure,
    });
    const stop = new AbortController();
    const onAbort = (): void => stop.abort();
    this.signal.addEventListener('abort', onAbort);
    const both = Promise.all([endpoint.readLog(stop.signal), endpoint.replay(stop.signal)]);
    const done = both.then(() => this.signal.removeEventListener('abort', onAbort), this.onFailure);
    this.running.set(id, { endpoint, stop, done, since });
  }

  private async stop(id: string): Promise<void> {
    const running = this.running.get(id);
    this.running.delete(id);
    running?.stop.abort();
    await running?.done;
  }

  /** Tries again what is due, and writes down what was given up. */
  private async look(): Promise<void> {
    const { ports, partition } = this;
    await this.readChanged();
    if (this.running.size === 0 && this.off.size === 0) return this.noteExhausted();
    const sinceMs = Math.min(...[...this.running.values()].map(({ endpoint }) => endpoint.sinceRetryingMs()));
    if (!(await this.nextDue.isNow(sinceMs))) return this.noteExhausted();
    const now = new Date(ports.clock.now()).toISOString();
    const others = () => [
      ...this.off,
      ...[...this.running].flatMap(([id, each]) => (each.endpoint.isCrowded ? [] : [id])),
    ];
    for await (const document of dueMessages(ports, partition, now, others)) {
      if (this.signal.aborted) return;
      this.retry(document);
    }
    await this.noteExhausted();
  }

  private async noteExhausted(): Promise<void> {
    const { exhausted } = this;
    this.exhausted = new Map();
    for (const [id, messages] of exhausted) await this.write(id, { type: 'NoteExhausted', messages });
  }

  private retry(document: WebhookMessageDocument): void {
    const running = this.running.get(document.webhookId);
    const isCurrent = running !== undefined && (document.replayId !== null || document.loggedAt > running.since);
    if (isCurrent) void running.endpoint.retry(document, running.stop.signal);
    // One that is being started anew is neither.
    else if (running !== undefined || this.off.has(document.webhookId)) {
      void this.ports.log.dropped(document.teamId, document.id);
    }
  }

  /**
   * Where it has moved past an event that may concern an endpoint; a position that only follows the log would move it
   * itself. Live readers that are behind are named.
   */
  private async save(): Promise<void> {
    const { ports, partition, heard } = this;
    const end = ports.tail.end();
    if (end === undefined || heard === undefined || this.running.size === 0) return;
    // One that is not running yet has come nowhere: no report may say otherwise.
    if (this.unread.size + this.reading > 0) return;
    const position = end < heard ? end : heard;
    const readers: WebhookReader[] = [];
    const failing: { webhookId: string; since: string }[] = [];
    for (const [webhookId, { endpoint }] of this.running) {
      const reached = endpoint.position();
      if (reached !== undefined && reached !== position) {
        readers.push({ webhookId, replayId: null, position: reached, sent: 0 });
      }
      for (const progress of endpoint.replayProgress()) readers.push({ webhookId, ...progress });
      const since = endpoint.failingSince();
      if (since !== null) failing.push({ webhookId, since });
    }
    const moved = JSON.stringify([ports.tail.lastEvent(), readers, failing]);
    const nowMs = ports.clock.now();
    if (moved === this.saved && nowMs - this.savedAtMs < repeatReportEveryMs) return;
    if (!(await ports.log.progressed({ partition, position, readers, failing }))) return;
    this.saved = moved;
    this.savedAtMs = nowMs;
  }

  private async write(id: string, command: WebhookCommand): Promise<void> {
    const context = {
      teamId: this.running.get(id)?.endpoint.teamId ?? null,
      actor: { kind: 'system', id: 'webhooks' } as const,
      correlationId: this.ports.ids.next(),
    };
    const provenance = { context, region: null };
    await handle(this.ports, webhook, streamName('webhook', id), command, provenance, {
      patience: factPatience,
      personal: true,
    }).catch(this.onFailure);
  }
}
