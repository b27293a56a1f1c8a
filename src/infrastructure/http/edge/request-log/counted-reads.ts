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
 * Reads and autosaves that would flood the request log: one line a minute for each key, path and status. A crash
 * loses the last minute.
 */
export class CountedReads {
  readonly #lines = new Map<string, Line>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly recorder: RequestRecorder) {}

  note(teamId: string, request: AnsweredRequest, userAgent: string | null): void {
    const { apiKeyId, method, endpoint, status } = request;
    const key = `${teamId} ${apiKeyId} ${method} ${endpoint} ${status}`;
    const line = this.#lines.get(key);
    if (line !== undefined) {
      line.reads += 1;
      return;
    }
    if (this.#lines.size >= mostLines) this.write();
    this.#lines.set(key, { teamId, first: request, userAgent, reads: 1 });
    this.#timer ??= setTimeout(() => this.write(), countedMs).unref();
  }

  /** Everything that was counted since the last time. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { teamId, first, userAgent, reads } of this.#lines.values()) {
      this.recorder.note(teamId, { ...first, reads }, { userAgent, requestBody: null, responseBody: null }, 0);
    }
    this.#lines.clear();
  }
}
