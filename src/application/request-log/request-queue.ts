import type { AnsweredRequest, RequestDetail } from '../../domain/request-log/events.js';

export interface QueuedRequest {
  readonly teamId: string;
  readonly request: AnsweredRequest;
  readonly detail: RequestDetail;
  /** The two bodies as JSON. */
  readonly bytes: number;
}

const maxWaiting = 20_000;
const maxWaitingBytes = 32 * 1024 * 1024;
/** What a request takes beside its bodies, and for each mail that it had accepted. */
const ownBytes = 400;
const emailIdBytes = 40;

/** Requests that wait to be written. Bounded: when it is full the oldest are dropped. */
export class RequestQueue {
  private waiting: QueuedRequest[] = [];
  private taken: readonly QueuedRequest[] = [];
  private waitingBytes = 0;

  constructor(private readonly onLost: (requests: number) => void) {}

  add(request: QueuedRequest): void {
    if (this.waiting.length >= maxWaiting || this.waitingBytes >= maxWaitingBytes) this.dropOldest();
    this.waiting.push(request);
    this.waitingBytes += sizeOf(request);
  }

  /** At least one where there is any, together at most so many bytes; they count as held until {@link done}. */
  take(maxBytes: number): readonly QueuedRequest[] {
    let bytes = 0;
    let count = 0;
    for (const request of this.waiting) {
      bytes += sizeOf(request);
      if (count > 0 && bytes > maxBytes) break;
      count += 1;
      this.waitingBytes -= sizeOf(request);
    }
    this.taken = this.waiting.slice(0, count);
    this.waiting = this.waiting.slice(count);
    return this.taken;
  }

  done(): void {
    this.taken = [];
  }

  /** Whether a request of this team waits, or is being written. */
  holds(teamId: string): boolean {
    return [this.taken, this.waiting].some((requests) => requests.some((request) => request.teamId === teamId));
  }

  size(): number {
    return this.waiting.length;
  }

  /** With those that are being written. */
  held(): number {
    return this.taken.length + this.waiting.length;
  }

  private dropOldest(): void {
    // Many at once: dropping one by one would move the whole array each time.
    const dropped = this.waiting.splice(0, Math.ceil(this.waiting.length / 10));
    for (const request of dropped) this.waitingBytes -= sizeOf(request);
    this.onLost(dropped.length);
  }
}

function sizeOf({ request, bytes }: QueuedRequest): number {
  return ownBytes + emailIdBytes * request.emailIds.length + bytes;
}
