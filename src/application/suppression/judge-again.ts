import type {
  DeliveryAttemptStarted,
  DeliveryDeferred,
  EmailBounced,
  EmailFailed,
  RecordedReply,
} from '../../domain/email/events.js';
import { judgeReply } from '../../domain/email/judging/judge-reply.js';
import { judgeFailure } from '../../domain/email/reports/judge-report.js';
import type { ReplyJudgement } from '../../domain/email/judging/judgement.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** What became of a recipient, with the reply that says so. */
export type Refused = EmailBounced | DeliveryDeferred | EmailFailed;

/** A recorded reply, as it was judged and as it is judged today. */
export interface JudgedAgain {
  readonly recipient: number;
  readonly reply: RecordedReply;
  /** How many recipients it was for; undefined: the log does not say. */
  readonly recipients: number | undefined;
  readonly was: ReplyJudgement;
  readonly is: ReplyJudgement;
}

/**
 * @param events the whole stream of the email, decrypted
 * @returns undefined when the event is not there, or holds no judged reply of a receiver
 */
export function judgeAgain(events: readonly Recorded[], eventId: string): JudgedAgain | undefined {
  const found = events.find(({ id }) => id === eventId);
  if (found === undefined || !isRefused(found)) return undefined;
  const { recipient, reply, judgement, attemptId, answeredBy } = found.event.data;
  if (reply === null || judgement === null) return undefined;
  if (answeredBy === 'report')
    return { recipient, reply, recipients: 1, was: judgement, is: reportAgain(reply, judgement) };
  if (answeredBy !== 'mx' && !(answeredBy === 'relay' && judgement.suppress === 'at-once')) return undefined;
  const recipients = reply.recipients ?? recipientsOf(events, attemptId, reply.step);
  const { step, code, enhancedCode, detail } = reply;
  const is = judgeReply({ step, code, enhancedCode, text: reveal(detail)?.text ?? '', recipients });
  return { recipient, reply, recipients, was: judgement, is };
}

/** A bounce by way of an alias never counted, and the log does not say that it was one. */
function reportAgain({ step, code, enhancedCode, detail }: RecordedReply, was: ReplyJudgement): ReplyJudgement {
  const reply = { step, code, enhancedCode, text: reveal(detail)?.text ?? '' };
  const { judgement } = judgeFailure({ reply, status: enhancedCode });
  return was.suppress === 'never' ? { ...judgement, suppress: 'never' } : judgement;
}

/** @returns undefined when it was erased */
export function addressOf(events: readonly Recorded[], recipient: number): string | undefined {
  const mailbox = acceptedIn(events)?.event.data.recipients[recipient]?.mailbox;
  return mailbox === undefined ? undefined : reveal(mailbox)?.address;
}

const refusals: readonly string[] = ['EmailBounced', 'DeliveryDeferred', 'EmailFailed'] satisfies Refused['type'][];

/** The type of an event names its shape. */
function isRefused(recorded: Recorded): recorded is Recorded<Refused> {
  return refusals.includes(recorded.event.type);
}

/** For an event that was recorded before replies said it: those of the claim, else those that have the same reply. */
function recipientsOf(
  events: readonly Recorded[],
  attemptId: string | null,
  step: RecordedReply['step'],
): number | undefined {
  const claim = events.find(
    (each): each is Recorded<DeliveryAttemptStarted> =>
      each.event.type === 'DeliveryAttemptStarted' &&
      (each.event as DeliveryAttemptStarted).data.attemptId === attemptId,
  );
  if (step === 'dot' && claim !== undefined) return claim.event.data.recipients.length;
  const alike = events.filter(
    (each) => isRefused(each) && each.event.data.attemptId === attemptId && each.event.data.reply?.step === step,
  );
  return alike.length === 0 ? undefined : alike.length;
}
