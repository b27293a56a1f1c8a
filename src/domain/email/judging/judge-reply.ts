import { basicCodeRules, enhancedCodeRules } from './code-rules.js';
import { kinds, type ReplyJudgement, type ReplyKind, type SmtpStep, type SuppressWhen } from './judgement.js';
import { textRules } from './text-rules.js';

/** Raised with every change of the rules: an event says by which it was judged. */
export const rulesVersion = 3;

/** RFC 5321 §4.2: what was answered, and to what. */
export interface JudgedReply {
  readonly step: SmtpStep;
  /** Null when no reply was had. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  /** Empty where it cannot be read any more. */
  readonly text: string;
}

/**
 * Whose fault, try again, suppress: the first rule that knows the reply decides. What receivers write comes before
 * their codes, the enhanced code before the plain one. A final refusal that no rule knows is final, without a fault of
 * either side.
 */
export function judgeReply(reply: JudgedReply): ReplyJudgement {
  const kind = kindOf(reply);
  const { fault, retryFinal, suppress, bounce } = kinds[kind];
  const [bounceType, bounceSubType] = bounce;
  const final = isFinal(reply);
  const retry = !final || retryFinal;
  return {
    rules: rulesVersion,
    kind,
    fault,
    retry,
    suppress: suppressed(reply, kind, retry, suppress),
    bounceType,
    bounceSubType,
  };
}

/**
 * A null MX (RFC 7505) is meant. Whatever else the DNS says against a domain may be a slip: it passes at the first try,
 * and is final where it is repeated at a later one.
 */
export function codesOfTry<Codes extends Pick<JudgedReply, 'step' | 'code' | 'enhancedCode'>>(
  { step, code, enhancedCode }: Codes,
  earlierTries: number,
): Pick<JudgedReply, 'code' | 'enhancedCode'> {
  const mayBeSlip = step === 'dns' && code !== null && code >= 500 && enhancedCode !== '5.1.10';
  if (!mayBeSlip || earlierTries > 0) return { code, enhancedCode };
  return { code: 451, enhancedCode: enhancedCode?.replace(/^5/, '4') ?? null };
}

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

function kindOf(reply: JudgedReply): ReplyKind {
  const { step, code } = reply;
  if (code === null) return step === 'auth' ? 'config' : 'no-reply';
  // Our login at the relay concerns no recipient, whatever the relay says of it.
  if (step === 'auth') return 'config';
  if (code < 400) return 'passing';
  // What the DNS says we put into words ourselves: the code that we chose has it all.
  const written = step === 'dns' ? undefined : fromText(reply);
  return written ?? fromEnhancedCode(reply) ?? beforeAnyRecipient(step, code) ?? fromCode(code);
}

function fromText({ code, text }: JudgedReply): ReplyKind | undefined {
  const line = unfolded(text);
  if (line === '') return undefined;
  const found = textRules.find(
    (rule) => rule.pattern.test(line) && (rule.code === undefined || rule.code.test(String(code))),
  );
  return found?.kind;
}

/**
 * One line in lower case: replies break theirs anywhere, and say their codes again on each. An address is no word of
 * theirs.
 */
function unfolded(text: string): string {
  return text
    .toLowerCase()
    .replace(/\n(?:\d{3}[- ])?(?:[45]\.\d{1,3}\.\d{1,3} )?/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '')
    .replaceAll('’', "'");
}

function fromEnhancedCode({ enhancedCode, step }: JudgedReply): ReplyKind | undefined {
  if (enhancedCode === null || isBeforeMail(step)) return undefined;
  const [, subject = '', detail = ''] = enhancedCode.split('.');
  const exact = `${subject}.${detail}`;
  return enhancedCodeRules.find(([name]) => name === exact || name === `${subject}.*`)?.[1];
}

/**
 * A refusal of ourselves, before any recipient was named. RFC 7504 §3: 521 is the reply of a host that takes no mail.
 */
function beforeAnyRecipient(step: SmtpStep, code: number): ReplyKind | undefined {
  if (!isBeforeMail(step) || code < 500 || code === 521) return undefined;
  return step === 'starttls' ? 'passing' : 'reputation';
}

function isBeforeMail(step: SmtpStep): boolean {
  return step === 'connect' || step === 'greeting' || step === 'ehlo' || step === 'starttls';
}

function fromCode(code: number): ReplyKind {
  return basicCodeRules[code] ?? (code < 500 ? 'passing' : 'unknown');
}

/** RFC 5321 §4.2.1, first digit. Credentials that are refused today may be put right tomorrow. */
function isFinal({ step, code }: JudgedReply): boolean {
  return code !== null && code >= 500 && step !== 'auth';
}

/** Without another meaning: no such mailbox, no such mail domain. */
const beyondDoubt = ['5.1.1', '5.1.10'];

function suppressed(
  { step, enhancedCode }: JudgedReply,
  kind: ReplyKind,
  retry: boolean,
  usual: SuppressWhen,
): SuppressWhen {
  // No receiver has spoken: a null MX (RFC 7505) or a name that is gone is about the domain on that day, not about the
  // mailbox, and asking again costs nothing.
  if (step === 'dns') return 'never';
  if (usual === 'never' || usual === 'stays-full') return usual;
  // It is asked again: nothing is known yet.
  if (retry) return 'never';
  const isSure = (kind === 'no-mailbox' || kind === 'no-domain') && beyondDoubt.includes(enhancedCode ?? '');
  return isSure ? 'at-once' : usual;
}
