import type { RecordedReply } from './events.js';
import { reveal } from '../shared/personal.js';
import { judgeReply } from './judging/judge-reply.js';
import type { ReplyJudgement } from './judging/judgement.js';

/** What a reply means for its recipient. Taken is only what RFC 5321 §4.2.5 calls taken: 2xx to the dot. */
export type ReplyMeaning =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'deferred' | 'bounced'; readonly judgement: ReplyJudgement };

export function meaningOf({ step, code, enhancedCode, detail, recipients }: RecordedReply): ReplyMeaning {
  if (step === 'dot' && code !== null && code >= 200 && code < 300) return { outcome: 'delivered' };
  const judgement = judgeReply({ step, code, enhancedCode, text: reveal(detail)?.text ?? '', recipients });
  return { outcome: judgement.retry ? 'deferred' : 'bounced', judgement };
}
