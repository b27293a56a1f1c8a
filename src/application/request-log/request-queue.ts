import type { AnsweredRequest, RequestDetail } from '../../domain/request-log/events.js';

export interface QueuedRequest {
  readonly teamId: string;
  readonly request: AnsweredRequest;
  readonly detail: RequestDetail;
  /** The two bodies as JSON. */
  readonly bytes: number;
}

/** Requests that wait to be written: bounded, the oldest give way. */
export interface RequestQueue {
  add(request: QueuedRequest): void;
  /** At least one where there is any, together at most so many bytes; they count as held until {@link done}. */
  take(maxBytes: number): readonly QueuedRequest[];
  done(): void;
  /** Something of this team's waits, or is being written. */
  holds(teamId: string): boolean;
  size(): number;
  /** With those that are being written. */
  held(): number;
}

const maxWaiting = 20_000;
const maxWaitingBytes = 32 * 1024 * 1024;
/** What a request takes beside its bodies, and for each mail that it had accepted. */
const ownBytes = 400;
const emailIdBytes = 40;

export function createRequestQueue(onLost: (requests: number) => void): RequestQueue {
  let waiting: QueuedRequest[] = [];
  let taken: readonly QueuedRequest[] = [];
  let waitingBytes = 0;

  function dropOldest(): void {
    // A good part at once: giving way one by one would move the whole line each time.
    const dropped = waiting.splice(0, Math.ceil(waiting.length / 10));
    for (const request of dropped) waitingBytes -= sizeOf(request);
    onLost(dropped.length);
  }

  return {
    add(request) {
      if (waiting.length >= maxWaiting || waitingBytes >= maxWaitingBytes) dropOldest();
      waiting.push(request);
      waitingBytes += sizeOf(request);
    },
    take(maxBytes) {
      let bytes = 0;
      let count = 0;
      for (const request of waiting) {
        bytes += sizeOf(request);
        if (count > 0 && bytes > maxBytes) break;
        count += 1;
        waitingBytes -= sizeOf(request);
      }
      taken = waiting.slice(0, count);
      waiting = waiting.slice(count);
      return taken;
    },
    done() {
      taken = [];
    },
    holds: (teamId) => [taken, waiting].some((requests) => requests.some((request) => request.teamId === teamId)),
    size: () => waiting.length,
    held: () => taken.length + waiting.length,
  };
}

function sizeOf({ request, bytes }: QueuedRequest): number {
  return ownBytes + emailIdBytes * request.emailIds.length + bytes;
}
