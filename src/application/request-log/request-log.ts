import type { AnsweredRequest, RequestDetail, RequestsAnswered } from '../../domain/request-log/events.js';
import { plain } from '../../domain/shared/personal.js';
import { waitAtMost } from '../shared/timeout.js';
import { type HourKeys, type HourlyPorts, HourlyStream, maxHourlyBytes } from '../shared/hourly-stream.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { type QueuedRequest, RequestQueue } from './request-queue.js';

export type RequestLogPorts = HourlyPorts & {
  /** Own writes to the `logs` documents, which a list waits for. */
  readonly ownWrites: OwnWrites;
  /** How long a list waits for what was answered before it. */
  readonly listPatienceMs: number;
  /** So many requests will never be in the log: it could not be written for too long. */
  readonly onLost: (requests: number) => void;
  readonly onFailure: (error: unknown) => void;
};

/** What is answered meanwhile shares one append. */
const collectMs = 100;
const stopPatienceMs = 2_000;
/** What this process answered, written behind: a crash may lose the last moment of it, and of nothing else. */
export class RequestLog {
  private readonly queue: RequestQueue;
  private readonly stopping = new AbortController();
  private readonly stream: HourlyStream;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> | undefined;

  constructor(private readonly ports: RequestLogPorts) {
    this.queue = new RequestQueue(ports.onLost);
    this.stream = new HourlyStream(ports, 'requestlog', this.stopping.signal, ports.onFailure);
  }

  /** Costs the request nothing but queueing it. `bytes`: the size of the two bodies as JSON. */
  note(teamId: string, request: AnsweredRequest, detail: RequestDetail, bytes: number): void {
    this.queue.add({ teamId, request, detail, bytes });
    if (this.writing === undefined) this.schedule();
  }

  /** Resolves when lists show all that this process has answered the team, or after `listPatienceMs`. */
  async settled(teamId: string, projection: string): Promise<void> {
    const shown = async (): Promise<void> => {
      if (this.queue.holds(teamId)) {
        await this.writing;
        await this.flush();
      }
      await this.ports.ownWrites.settled(teamId, projection);
    };
    await waitAtMost(this.ports.listPatienceMs, shown());
  }

  /** How many requests were answered and are not in the log yet. */
  waiting(): number {
    return this.queue.held();
  }

  /** Writes what is left; what cannot be written in time is lost. */
  async stop(): Promise<void> {
    const left = async (): Promise<void> => {
      while (this.queue.size() > 0 || this.writing !== undefined) await this.flush();
    };
    const written = left();
    await waitAtMost(stopPatienceMs, written);
    this.stopping.abort();
    await written;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), collectMs);
  }

  /** Everything that is waiting now, append after append; one run at a time. */
  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.queue.size() > 0 && !this.stopping.signal.aborted) this.schedule();
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    for (let left = this.queue.size(); left > 0; ) {
      const requests = this.queue.take(maxHourlyBytes);
      left -= requests.length;
      if (!(await this.retryWrite(requests))) this.ports.onLost(requests.length);
      this.queue.done();
    }
  }

  /** @returns false when they are lost. */
  private async retryWrite(requests: readonly QueuedRequest[]): Promise<boolean> {
    const { ids, ownWrites } = this.ports;
    const written = await this.stream.write((keys) => eventsOf(requests, keys, ids.next()));
    if (written === undefined) return false;
    for (const teamId of teamsOf(requests)) ownWrites.note(teamId, written.position);
    return true;
  }
}

/** One event for each team, sealed once under its key of this hour. */
function eventsOf(requests: readonly QueuedRequest[], keys: HourKeys, correlationId: string) {
  return Promise.all(
    [...teamsOf(requests)].map(async (teamId) => {
      const own = requests.filter((request) => request.teamId === teamId);
      const details = own.map(({ detail }) => detail);
      const event: RequestsAnswered = {
        type: 'RequestsAnswered',
        data: { requests: own.map(({ request }) => request), details: plain(await keys.of(teamId), details) },
      };
      return { event, context: { teamId, actor: { kind: 'system', id: 'request-log' } as const, correlationId } };
    }),
  );
}

function teamsOf(requests: readonly QueuedRequest[]): ReadonlySet<string> {
  return new Set(requests.map(({ teamId }) => teamId));
}
