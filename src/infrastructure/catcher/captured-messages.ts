import type { CapturedMail, CapturedMessage } from '../../application/ports/captured-mail.js';
import type { WriteClient } from '../sqlite/write-client.js';
import { type MessageReadings, unread } from './message-readings.js';
import type { MessageHead } from './message-store.js';

/** At once; in further answers the messages are not read. */
const maxAnswersOfOwner = 2;
/** Characters of all texts in one answer. */
const answerCharacters = 2 * 1024 * 1024;

/** Limits of one answer. */
export interface AnswerLimits {
  /** Processor time of its readings, after which messages are shown unread. */
  readonly readingMs: number;
}

/** Asks the catcher's thread for what it keeps, and has it read. */
export class CapturedMessages implements CapturedMail {
  readonly #answersOfOwner = new Map<string, number>();

  constructor(
    private readonly client: Pick<WriteClient, 'call'>,
    private readonly readings: Pick<MessageReadings, 'read'>,
    private readonly limits: AnswerLimits,
  ) {}

  async forEmail(owner: string, emailId: string): Promise<readonly CapturedMessage[]> {
    const heads = await this.client.call<readonly MessageHead[]>('heads', emailId);
    const answers = this.#answersOfOwner.get(owner) ?? 0;
    this.#answersOfOwner.set(owner, answers + 1);
    try {
      return await this.#read(heads, answers < maxAnswersOfOwner);
    } finally {
      const left = (this.#answersOfOwner.get(owner) ?? 1) - 1;
      if (left > 0) this.#answersOfOwner.set(owner, left);
      else this.#answersOfOwner.delete(owner);
    }
  }

  async whole(emailId: string, number: number, hold: (bytes: number) => boolean): Promise<Buffer | 'busy' | undefined> {
    const sizeBytes = await this.client.call<number | undefined>('size', { emailId, number });
    if (sizeBytes === undefined) return undefined;
    if (!hold(sizeBytes)) return 'busy';
    const raw = await this.client.call<Uint8Array | undefined>('whole', { emailId, number });
    // A buffer comes out of another thread as plain bytes.
    return raw === undefined ? undefined : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  }

  async forget(emailIds: readonly string[]): Promise<void> {
    if (emailIds.length > 0) await this.client.call<void>('forget', emailIds);
  }

  empty(): Promise<void> {
    return this.client.call<void>('empty', null);
  }

  async #read(heads: readonly MessageHead[], mayRead: boolean): Promise<CapturedMessage[]> {
    let leftMs = this.limits.readingMs;
    let left = answerCharacters;
    const messages: CapturedMessage[] = [];
    for (const { start, ...head } of heads) {
      left -= start.length;
      const isRead = mayRead && left > 0 && leftMs > 0;
      const { reading, usedMs } = isRead ? await this.readings.read(head.number) : unread;
      leftMs -= usedMs;
      left -= (reading?.read.html?.length ?? 0) + (reading?.read.text?.length ?? 0);
      // What brings the answer over its limit is not shown, so that the next answer shows the same.
      const read = left < 0 ? null : (reading?.read ?? null);
      const isCut = start.length < head.sizeBytes || read === null || reading?.isCut === true;
      messages.push({ ...head, raw: textOf(start, start.length < head.sizeBytes), read, isCut });
    }
    return messages;
  }
}

/** A character that the cut has halved is left out. */
function textOf(bytes: Uint8Array, isCut: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
}
