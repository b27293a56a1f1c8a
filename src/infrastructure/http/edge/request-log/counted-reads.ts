import type { AnsweredRequest } from '../../../../domain/request-log/events.js';
import type { RequestRecorder } from '../http-options.js';

const countedMs = 60_000;
/** More of them are written before the minute is over. */
const mostLines = 1_000;

interface Line {
  readonly teamId: string;
  readonly first: AnsweredRequest;
  readonly userAgent: string | null;
  reads: number;
}

/**
 * Reads, autosaves and requests over the rate that would flood the request log: one line a minute for each key, path
 * and status. A crash loses the last minute.
 */
export class CountedReads {
  readonly #lines = new Map<string, Line>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly recorder: RequestRecorder) {}

  note(teamId: string, request: AnsweredRequest, userAgent: string | null): void {
    const { apiKeyId, method, endpoint, status } = request;
    const key = `${teamId} ${apiKeyId} ${method} ${endpoint} ${status}`;
    this.#count(key, { teamId, first: request, userAgent, reads: 1 });
  }

  /**
   * As {@link note}, of requests over the rate, one line for all of a team: their number has no limit.
   * @returns whether it is the first in its minute, which is not counted: it is to be logged as it is.
   */
  isFirstOverLimit(teamId: string, request: AnsweredRequest, userAgent: string | null): boolean {
    return this.#count(`${teamId} over the limit`, { teamId, first: request, userAgent, reads: 0 });
  }

  #count(key: string, line: Line): boolean {
    const known = this.#lines.get(key);
    if (known !== undefined) {
      known.reads += 1;
      return false;
    }
    if (this.#lines.size >= mostLines) this.write();
    this.#lines.set(key, line);
    this.#timer ??= setTimeout(() => this.write(), countedMs).unref();
    return true;
  }

  /** Everything that was counted since the last time. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { teamId, first, userAgent, reads } of this.#lines.values()) {
      if (reads === 0) continue;
      this.recorder.note(teamId, { ...first, reads }, { userAgent, requestBody: null, responseBody: null }, 0);
    }
    this.#lines.clear();
  }
}
