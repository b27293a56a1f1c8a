import { type JudgedReply, judgeReply } from './judge-reply.js';

type Refusal = Omit<JudgedReply, 'step' | 'recipients'>;

/**
 * Whether a refusal over a connection in clear asks for TLS (RFC 3207 §4), at whichever step and in whichever words: a
 * receiver that speaks of TLS there means that it is missing.
 */
export function asksForTls(refusal: Refusal): boolean {
  const { code, text } = refusal;
  if (code === null || code < 400) return false;
  return kindOf(refusal) === 'tls-required' || encryption.test(withoutNames(text));
}

/** How people call it; `encrypt` in the languages of large receivers. */
const encryption =
  /\b(start ?tls|tls|ssl)\b|encrypt|verschl(ü|ue)ssel|chiffr|cifrad|crittograf|szyfrow|versleutel|шифров|加密|暗号/i;

/** A host or an address whose name holds such a word says nothing. */
function withoutNames(text: string): string {
  return text.replace(/\S*@\S*|\S*[a-z-]\.[a-z]\S*/gi, '');
}

/**
 * Whether a refusal of a recipient is a limit of the transaction, so that the next one takes the recipient (RFC 5321
 * §4.5.3.1.10, which means 552 too).
 *
 * @param accepted How many recipients the receiver had accepted before: without one, a bare code is about the
 *   recipient.
 */
export function asksForAnotherTransaction(refusal: Refusal, accepted: number): boolean {
  const { code, enhancedCode, text } = refusal;
  if (code === null || code < 400) return false;
  const kind = kindOf(refusal);
  if (kind === 'too-many-recipients' || oneAtATime.test(text)) return true;
  const isBare = enhancedCode === null && (kind === 'passing' || kind === 'too-large' || kind === 'unknown');
  return accepted > 0 && isBare && (code === 452 || code === 552);
}

/**
 * Whether a refusal of a message for several recipients speaks of the mailbox of one, and does not say which: the
 * others may get it, each in a transaction of its own.
 */
export function speaksOfOneMailbox(refusal: Refusal): boolean {
  const { code } = refusal;
  if (code === null || code < 400) return false;
  return judgeReply({ ...refusal, step: 'dot', recipients: 1 }).fault === 'recipient';
}

/** Hosts of many domains that take the recipients of one region, or of one domain, at a time. */
const oneAtATime =
  /multiple (destination |recipient )?(domains|regions)|different (destination |recipient )?(domains|regions)|attr3\d|\b(one|single|1) (recipient|rcpt|domain|destination)s?\b.{0,30}\b(at a time|per (message|transaction|session|e?mail|connection))/i;

function kindOf(refusal: Refusal) {
  // The meaning at MAIL and later: before it a reply is judged by other rules.
  return judgeReply({ ...refusal, step: 'rcpt' }).kind;
}
