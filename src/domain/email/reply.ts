import type { RecordedReply } from './events.js';

/** What a reply means for its recipient: RFC 5321 §4.2.1, first digit; no reply at all is a passing problem. */
export type ReplyMeaning = 'delivered' | 'deferred' | 'bounced';

export function meaningOf(reply: Pick<RecordedReply, 'step' | 'code'>): ReplyMeaning {
  const { step, code } = reply;
  if (code === null) return 'deferred';
  if (code >= 200 && code < 300) return step === 'dot' ? 'delivered' : 'deferred';
  if (code < 500) return 'deferred';
  // A permanent refusal of ourselves, before any recipient was named, says nothing about the recipient.
  return step === 'dns' || step === 'mail' || step === 'rcpt' || step === 'data' || step === 'dot'
    ? 'bounced'
    : 'deferred';
}

/** A delay that the text of a 4xx reply states ("try again in 5 minutes"), in milliseconds. */
export function statedDelayMs(text: string): number | undefined {
  const match = /\b(\d{1,5})\s*(seconds?|secs?|minutes?|mins?|hours?)\b/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const unit = match[2][0]?.toLowerCase();
  const unitMs = unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000;
  return Number(match[1]) * unitMs;
}
