import type { Notice } from '../../notice/send-notice.js';
import { troubleInWords, type Trouble, type TroublePlace } from './trouble.js';

/** A restart of the relay, or of a name server, is over by then. */
const noticeAfterMs = 300_000;

export interface TroubleNoticePorts {
  readonly notify: (notice: Pick<Notice, 'subject' | 'text'>) => Promise<unknown>;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Writes to the operators once a trouble has lasted for five minutes, and when that one is over. What they are sent
 * waits in the queue as everything else does, unless their own mailboxes can still be reached.
 */
export class TroubleNotices {
  readonly #waiting = new Map<TroublePlace, NodeJS.Timeout>();
  readonly #told = new Set<TroublePlace>();

  constructor(private readonly ports: TroubleNoticePorts) {}

  begun({ place, kind, since }: Trouble): void {
    if (this.#told.has(place)) return;
    clearTimeout(this.#waiting.get(place));
    const { problem, remedy } = troubleInWords(kind);
    const timer = setTimeout(() => {
      this.#waiting.delete(place);
      this.#told.add(place);
      const next = `Next step: ${remedy} \`posthorn doctor\` and the Health page of the dashboard show whether it lasts.`;
      this.#send(
        `Email is not delivered: ${problem}`,
        `${problem} since ${since}.\n\nEmail waits and is retried.\n\n${next}\n`,
      );
    }, noticeAfterMs);
    timer.unref();
    this.#waiting.set(place, timer);
  }

  ended({ place, kind, since }: Trouble): void {
    clearTimeout(this.#waiting.get(place));
    this.#waiting.delete(place);
    if (!this.#told.delete(place)) return;
    const { ended, problem } = troubleInWords(kind);
    this.#send(ended, `${ended}. Since ${since}: ${problem}.\n\nWhat waited is being sent now.\n`);
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  #send(subject: string, text: string): void {
    this.ports.notify({ subject, text }).catch(this.ports.onFailure);
  }
}
