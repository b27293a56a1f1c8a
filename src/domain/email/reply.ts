import type { RecordedReply } from './events.js';
import { reveal } from '../shared/personal.js';
import { judgeReply } from './judging/judge-reply.js';
import type { ReplyJudgement } from './judging/judgement.js';

/** What a reply means for its recipient. Taken is only what RFC 5321 §4.2.5 calls taken: 2xx to the dot. */
export type ReplyMeaning =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'deferred' | 'bounced'; readonly judgement: ReplyJudgement };

export function meaningOf({ step, code, enhancedCode, detail }: RecordedReply): ReplyMeaning {
  if (step === 'dot' && code !== null && code >= 200 && code < 300) return { outcome: 'delivered' };
  const judgement = judgeReply({ step, code, enhancedCode, text: reveal(detail)?.text ?? '' });
  return { outcome: judgement.retry ? 'deferred' : 'bounced', judgement };
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
