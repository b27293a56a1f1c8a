import type { JudgedReply } from './judge-reply.js';

/** How long the receiver asks to be left alone. What the DNS says of a host names no delay, whatever its text holds. */
export function statedDelayOf({ step, code, text }: Pick<JudgedReply, 'step' | 'code' | 'text'>): number | undefined {
  return step === 'dns' || code === null || code < 400 ? undefined : statedDelayMs(text);
}

/** A delay that the text of a reply states ("try again in 5 minutes", "come back in 00:04:58"), in milliseconds. */
export function statedDelayMs(text: string): number | undefined {
  const clock = /\bin (\d\d):(\d\d):(\d\d)\b/i.exec(text);
  if (clock !== null) return (Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000;
  const match = /\b(\d{1,5})\s*(seconds?|secs?|minutes?|mins?|hours?)\b/i.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const unit = match[2][0]?.toLowerCase();
  const unitMs = unit === 's' ? 1000 : unit === 'm' ? 60_000 : 3_600_000;
  return Number(match[1]) * unitMs;
}
