import type { SinkScript, SinkSession } from './smtp-sink.js';

export interface TarpitOptions {
  /** How long the first refusal of a session is held back; each further one twice as long. */
  readonly firstDelayMs: number;
  readonly isUnknown: (address: string) => boolean;
}

/** A receiver that holds refusals back, longer with each of a session, as Courier does. Everything else is prompt. */
export function tarpit({ firstDelayMs, isUnknown }: TarpitOptions): SinkScript {
  const refusals = new Map<SinkSession, number>();
  const refuse = (reply: string, session: SinkSession): Promise<string> => {
    const earlier = refusals.get(session) ?? 0;
    refusals.set(session, earlier + 1);
    return new Promise((resolve) => {
      setTimeout(() => resolve(reply), firstDelayMs * 2 ** earlier).unref();
    });
  };
  return {
    rcpt: (address, session) =>
      isUnknown(address) ? refuse(`550 User <${address}> unknown`, session) : '250 2.1.5 ok',
    data: ({ recipients }, session) =>
      recipients.length > 0 ? '354 go on' : refuse('554 5.5.1 no valid recipients', session),
  };
}
