import { basicCodeRules, decidingCodes, enhancedCodeRules } from './code-rules.js';
import { kinds, type ReplyJudgement, type ReplyKind, type SmtpStep, type SuppressWhen } from './judgement.js';
import { namedBeside } from './named-beside.js';
import { providerRules } from './provider-rules.js';
import { type TextRule, unfolded, withoutPages } from './text-rule.js';
import { commonRules } from './text-rules.js';

/** Raised with every change of the rules: an event says by which it was judged. */
export const rulesVersion = 8;

/** RFC 5321 §4.2: what was answered, and to what. */
export interface JudgedReply {
  readonly step: SmtpStep;
  /** Null when no reply was had. */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  /** Empty where it cannot be read any more. */
  readonly text: string;
  /** How many recipients this one reply was for. Absent when it is not known: it may have been several. */
  readonly recipients?: number | undefined;
}

/**
 * Whose fault, try again, suppress: the first rule that knows the reply decides. What receivers write comes before
 * their codes, the enhanced code before the plain one. A final refusal that no rule knows is final, without a fault of
 * either side. A reply is about whom it names: only one that names a single recipient is ever held against a mailbox.
 */
export function judgeReply(reply: JudgedReply): ReplyJudgement {
  const read = readingOf(reply);
  const kind = kindOf(reply, read);
  const { fault, retryFinal, bounce } = kinds[kind];
  const [bounceType, bounceSubType] = bounce;
  const retry = !isFinal(reply) || retryFinal;
  const suppress = suppressed(reply, read, kind, retry);
  return { rules: rulesVersion, kind, fault, retry, suppress, bounceType, bounceSubType };
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

interface Reading {
  /** On one line, in lower case, with the pages that it leads to. */
  readonly line: string;
  /** Without them. */
  readonly words: string;
  /** RFC 3463, without its class: `1.1`. */
  readonly detail: string | undefined;
}

function readingOf({ step, code, enhancedCode, text }: JudgedReply): Reading {
  // What the DNS says we put into words ourselves: the code that we chose has it all.
  const line = step === 'dns' ? '' : unfolded(text);
  // qmail and its kin write it behind the text, as in "(#5.1.1)".
  const [, given] =
    enhancedCode === null ? (/#([45]\.\d{1,3}\.\d{1,3})\b/.exec(line) ?? []) : [undefined, enhancedCode];
  const isOfCode = given !== undefined && (enhancedCode !== null || given.startsWith(String(code).slice(0, 1)));
  return { line, words: withoutPages(line), detail: isOfCode ? given.slice(2) : undefined };
}

function kindOf(reply: JudgedReply, read: Reading): ReplyKind {
  const { step, code } = reply;
  if (code === null) return step === 'auth' ? 'config' : 'no-reply';
  // Our login at the relay concerns no recipient, whatever the relay says of it.
  if (step === 'auth') return 'config';
  if (code < 400) return 'passing';
  const kind = fromText(code, read) ?? decidingCodes[code] ?? ofCodes(code, step, read);
  // "Access denied" instead of a greeting is said of our address, not of this email.
  if (kind === 'policy' && isBeforeMail(step)) return beforeMail(step, code);
  return kinds[kind].fault === 'recipient' ? ofNamed(reply, read, kind) : kind;
}

function fromText(code: number, { line, words }: Reading): ReplyKind | undefined {
  if (line === '') return undefined;
  const isIn =
    (text: string) =>
    (rule: TextRule): boolean =>
      rule.pattern.test(text) && (rule.code === undefined || rule.code.test(String(code)));
  return (providerRules.find(isIn(line)) ?? commonRules.find(isIn(words)))?.kind;
}

/** Where a code says no more than no, the words may say to whom. */
function ofCodes(code: number, step: SmtpStep, read: Reading): ReplyKind {
  if (isBeforeMail(step)) return beforeMail(step, code);
  const kind = fromEnhancedCode(code, read) ?? fromCode(code);
  return kind === 'unknown' || kind === 'policy' ? (namedBeside(read.words, undefined) ?? kind) : kind;
}

function fromEnhancedCode(code: number, { detail }: Reading): ReplyKind | undefined {
  if (detail === undefined) return undefined;
  const names = [`${String(code).slice(0, 1)}.${detail}`, detail, `${detail.split('.')[0] ?? ''}.*`];
  return enhancedCodeRules.find(([name]) => names.includes(name))?.[1];
}

function fromCode(code: number): ReplyKind {
  return basicCodeRules[code] ?? (code < 500 ? 'passing' : 'unknown');
}

/** A refusal of ourselves. RFC 7504 §3: 521 is the reply of a host that takes no mail. */
function beforeMail(step: SmtpStep, code: number): ReplyKind {
  if (code === 521) return 'no-domain';
  return code < 500 || step === 'starttls' ? 'passing' : 'reputation';
}

/** What words and codes of a recipient mean where they are about somebody else, or it is not said about which. */
function ofNamed({ step, code, recipients }: JudgedReply, { words, detail }: Reading, kind: ReplyKind): ReplyKind {
  if (step === 'dns') return kind;
  const plainCode = code ?? 0;
  if (isBeforeMail(step)) return beforeMail(step, plainCode);
  // Who may write to a mailbox is said in words of the sender, and keeps no one else from it.
  const other = kind === 'restricted' ? undefined : namedBeside(words, detail);
  if (other !== undefined) return other;
  // RFC 5321 §3.3: the sender alone was named.
  if (step === 'mail') return aboutSender[kind] ?? kind;
  if (step === 'rcpt' || recipients === 1 || kind === 'restricted') return kind;
  return plainCode < 500 ? 'passing' : 'unknown';
}

const aboutSender: Partial<Readonly<Record<ReplyKind, ReplyKind>>> = {
  'no-mailbox': 'config',
  'no-domain': 'config',
  inactive: 'config',
  'mailbox-full': 'passing',
  restricted: 'policy',
};

function isBeforeMail(step: SmtpStep): boolean {
  return step === 'connect' || step === 'greeting' || step === 'ehlo' || step === 'starttls';
}

/** RFC 5321 §4.2.1, first digit. Credentials that are refused today may be put right tomorrow. */
function isFinal({ step, code }: JudgedReply): boolean {
  return code !== null && code >= 500 && step !== 'auth';
}

/** Without another meaning: no such mailbox, no such mail domain. */
const beyondDoubt: readonly string[] = ['1.1', '1.10'];
/** RFC 3463 §3.2 and §3.3, RFC 7505, RFC 7293: what can only be said of one mailbox. */
const mailboxCodes: readonly string[] = [...beyondDoubt, '1.6', '2.1', '2.2', '7.13', '7.17'];

function suppressed(reply: JudgedReply, { detail }: Reading, kind: ReplyKind, retry: boolean): SuppressWhen {
  const usual = kinds[kind].suppress;
  if (usual === 'never' || !namesOneMailbox(reply, detail)) return 'never';
  if (usual === 'stays-full') return usual;
  // It is asked again: nothing is known yet.
  if (retry) return 'never';
  const isSure = (kind === 'no-mailbox' || kind === 'no-domain') && beyondDoubt.includes(detail ?? '');
  return isSure ? 'at-once' : usual;
}

/**
 * No receiver has spoken in the DNS: a null MX (RFC 7505) or a name that is gone is about the domain on that day, and
 * asking again costs nothing. After the message the reply may be about it: only a code of the mailbox is not.
 */
function namesOneMailbox({ step, recipients }: JudgedReply, detail: string | undefined): boolean {
  if (step === 'rcpt') return true;
  return (step === 'data' || step === 'dot') && recipients === 1 && mailboxCodes.includes(detail ?? '');
}
