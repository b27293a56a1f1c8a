import type { ServerResponse } from 'node:http';
import type { Subject } from '../../../application/live/live-changes.js';

/** The media type. */
export const eventStream = 'text/event-stream';

/** One subject is announced at most so often. */
const pauseMs = 1_000;
/** A comment now and then, so that nothing on the way takes the connection for dead. */
const beatMs = 15_000;

/**
 * Server-sent events (WHATWG HTML §9.2) to one page. `isInForce` is asked before anything is written: when it says no,
 * the stream ends, and the page learns at its next request why.
 */
export class ChangeStream {
  private readonly waiting = new Set<Subject>();
  private writing: ReturnType<typeof setTimeout> | undefined;
  private beating: ReturnType<typeof setInterval> | undefined;
  private response: ServerResponse | undefined;
  private isClosed = false;

  constructor(private readonly isInForce: () => Promise<boolean>) {}

  /** The response has its head. */
  begin(response: ServerResponse): void {
    this.response = response;
    this.beating = setInterval(() => void this.write(''), beatMs);
    response.write(': open\n\n');
  }

  /** The page has left: nothing is kept for it. */
  close(): void {
    this.isClosed = true;
    clearInterval(this.beating);
    clearTimeout(this.writing);
  }

  note(subject: Subject): void {
    if (this.isClosed) return;
    this.waiting.add(subject);
    this.writing ??= setTimeout(() => {
      this.writing = undefined;
      const subjects = [...this.waiting];
      this.waiting.clear();
      void this.write(subjects.map((each) => `event: change\ndata: ${JSON.stringify({ subject: each })}\n\n`).join(''));
    }, pauseMs);
  }

  end(): void {
    this.response?.end();
  }

  private async write(text: string): Promise<void> {
    const isInForce = await this.isInForce().catch(() => false);
    if (!isInForce) return this.end();
    // A page that takes nothing is not written to: what waits would only grow.
    const { response } = this;
    if (response?.writable === true && !response.writableNeedDrain) response.write(text === '' ? ':\n\n' : text);
  }
}
