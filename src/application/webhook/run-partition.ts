import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { WebhookReader } from '../../domain/webhook/log-events.js';
import { webhook, type WebhookCommand, type WebhookState } from '../../domain/webhook/webhook.js';
import { partitionOf, type WebhookProgressDocument } from '../../projections/webhooks/webhooks.document.js';
import type { DocumentShape } from '../ports/read-store.js';
import { delay } from '../shared/delay.js';
import { every } from '../shared/every.js';
import { factPatience, handle, load, type LogPorts } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { dueMessages } from './due-messages.js';
import type { EndpointPorts } from './endpoint.js';
import type { EndpointChanges } from './endpoint-changes.js';
import { EndpointSupervisor } from './endpoint-supervisor.js';
import { reportOf } from './endpoint-tracker.js';
import { endpointsOf } from './endpoints-of.js';
import { NextDue } from './next-due.js';
import type { WebhookLog } from './webhook-log.js';

export type PartitionPorts = LogPorts &
  EndpointPorts & {
    readonly log: WebhookLog;
    readonly whenProcessed: WhenProcessed;
    readonly changes: Pick<EndpointChanges, 'listen'>;
    /** Shapes of the `webhooks` and `webhook-progress` documents. */
    readonly webhooks: DocumentShape;
    readonly progress: DocumentShape;
  };

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
  private readonly endpoints = new Map<string, EndpointSupervisor>();
  private head: Position | undefined;
  private begun: WebhookProgressDocument | undefined;
  private saved = '';
  private savedAtMs = 0;
  /** Changed since they were read last; some cannot be read for long. */
  private readonly unread = new Set<string>();
  private readonly reading = new Set<string>();
  private readonly nextDue: NextDue;
  /** Everything there was at the beginning has been read. */
  private hasBegun = false;
  /** Up to here every change was heard of. */
  private heard: Position | undefined;

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
    for await (const { id } of endpointsOf(ports.readStore, ports.webhooks, partition)) this.unread.add(id);
    if (head !== undefined && head > (this.heard ?? '')) this.heard = head;
    this.hasBegun = true;
    await this.readChanged();
    return true;
  }

  /** What cannot be read now is read at the next look. */
  private async readChanged(): Promise<void> {
    const changed = [...this.unread];
    this.unread.clear();
    const read = async (id: string): Promise<void> => {
      this.reading.add(id);
      try {
        await this.refresh(id);
        // Then it was not started.
        if (this.signal.aborted) this.unread.add(id);
      } catch (error) {
        this.unread.add(id);
        this.onFailure(error);
      }
      this.reading.delete(id);
    };
    await Promise.all(changed.map(read));
  }

  async runUntilAborted(): Promise<void> {
    const { signal, onFailure } = this;
    if (signal.aborted) return;
    await Promise.all([every(lookEveryMs, signal, () => this.look(), onFailure, 0), this.saveUntilAborted()]);
    await Promise.all([...this.endpoints.values()].map((endpoint) => endpoint.ended()));
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
      const endpoint = this.supervisorOf(id);
      const stored = await this.ports.store.readStream(stream);
      // It begins no earlier, also where the rest cannot be decoded.
      endpoint.tracker.assumePlace(stored[0]?.position);
      const { state, events } = await load(this.ports, webhook, stream, true, stored);
      endpoint.take(state, events);
    });
  }

  private supervisorOf(id: string): EndpointSupervisor {
    const { ports, begun, head, signal, onFailure } = this;
    const known = this.endpoints.get(id);
    if (known !== undefined) return known;
    const events = { write: (command: WebhookCommand) => this.write(id, command), failed: onFailure };
    const endpoint = new EndpointSupervisor(ports, id, reportOf(begun, id), head, signal, events);
    this.endpoints.set(id, endpoint);
    return endpoint;
  }

  /** Tries again what is due, and writes down what was given up. */
  private async look(): Promise<void> {
    const { ports, partition } = this;
    await this.readChanged();
    const endpoints = [...this.endpoints.values()];
    if (endpoints.length === 0) return;
    const sinceMs = Math.min(...endpoints.map((endpoint) => endpoint.tracker.sinceRetryingMs()));
    if (!(await this.nextDue.isNow(sinceMs))) return this.noteExhausted();
    const now = new Date(ports.clock.now()).toISOString();
    const others = () => endpoints.flatMap((endpoint) => (endpoint.takesDue ? [endpoint.id] : []));
    for await (const document of dueMessages(ports, partition, now, others)) {
      if (this.signal.aborted) return;
      this.endpoints.get(document.webhookId)?.due(document);
    }
    await this.noteExhausted();
  }

  private async noteExhausted(): Promise<void> {
    for (const [id, endpoint] of this.endpoints) {
      const messages = endpoint.takeExhausted();
      if (messages.length > 0) await this.write(id, { type: 'NoteExhausted', messages });
    }
  }

  /**
   * Where it has moved past an event that may concern an endpoint; a position that only follows the log would move it
   * itself. Live readers that are behind are named, and with them those that cannot be read: they are where they were.
   */
  private async save(): Promise<void> {
    const { ports, partition, heard } = this;
    const end = ports.tail.end();
    if (end === undefined || heard === undefined) return;
    const isUnread = (id: string): boolean => this.unread.has(id) || this.reading.has(id);
    // One of which not even that is known: no report may say that it has come anywhere.
    const isLost = (id: string): boolean => this.endpoints.get(id)?.tracker.position() === undefined;
    if ([...this.unread, ...this.reading].some(isLost)) return;
    const reported = [...this.endpoints.values()].filter(({ id, isOn }) => isOn || isUnread(id));
    if (!reported.some(({ isOn }) => isOn)) return;
    const position = end < heard ? end : heard;
    const readers: WebhookReader[] = [];
    const failing: { webhookId: string; since: string }[] = [];
    for (const endpoint of reported) {
      const { id: webhookId, tracker } = endpoint;
      const [reached, since] = [tracker.position(), tracker.failingSince()];
      if (reached !== undefined && reached !== position) {
        readers.push({ webhookId, replayId: null, position: reached, sent: 0 });
      }
      readers.push(...tracker.replayProgress().map((progress) => ({ webhookId, ...progress })));
      if (since !== null) failing.push({ webhookId, since });
    }
    const moved = JSON.stringify([ports.tail.lastEvent(), readers, failing]);
    const nowMs = ports.clock.now();
    if (moved === this.saved && nowMs - this.savedAtMs < repeatReportEveryMs) return;
    if (!(await ports.log.progressed({ partition, position, readers, failing }))) return;
    this.saved = moved;
    this.savedAtMs = nowMs;
  }

  /** @returns undefined where it could not be written. */
  private async write(id: string, command: WebhookCommand): Promise<WebhookState | undefined> {
    const context = {
      teamId: this.endpoints.get(id)?.teamId ?? null,
      actor: { kind: 'system', id: 'webhooks' } as const,
      correlationId: this.ports.ids.next(),
    };
    const provenance = { context, region: null };
    const options = { patience: factPatience, personal: true } as const;
    try {
      const handled = await handle(this.ports, webhook, streamName('webhook', id), command, provenance, options);
      return 'refused' in handled && handled.refused === 'unavailable' ? undefined : handled.loaded.state;
    } catch (error) {
      this.onFailure(error);
      return undefined;
    }
  }
}
