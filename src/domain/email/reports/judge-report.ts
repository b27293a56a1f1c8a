import { judgeReply } from '../judging/judge-reply.js';
import type { ReplyJudgement, ReplyKind } from '../judging/judgement.js';
import { kinds } from '../judging/judgement.js';
import type { ReportedRecipient } from './report.js';

/** What a report says of the cause. */
type Failure = Pick<ReportedRecipient, 'reply' | 'status'>;

/** What a failure that a report tells of means, by the rules for live replies. */
export interface JudgedFailure {
  readonly judgement: ReplyJudgement;
  /** The reporting server has tried until its time was up: nothing is known of the mailbox. */
  readonly isExpired: boolean;
}

/**
 * Whose fault it was, and whether the address belongs on the suppression list. The report's own class of status decides
 * nothing (Postfix writes "failed" with 4.x for what expired, others 5.0.0 for everything): what the last server
 * answered does, with its own enhanced code.
 */
export function judgeFailure({ reply, status }: Failure): JudgedFailure {
  const code = reply?.code ?? null;
  const words = (reply?.text ?? '').replace(expiry, '').replace(byAnother, ' ');
  const isExpired = isOver(status, reply?.text ?? '') || (code !== null && code < 500);
  const judgement = judgeReply({
    step: reply?.step ?? 'rcpt',
    code: code ?? (isExpired ? 450 : 550),
    enhancedCode: reply?.enhancedCode ?? statusBeside(code, status),
    // As a live reply has it: some rules know a text by its code.
    text: reply?.enhancedCode == null ? words : `${reply.enhancedCode} ${words}`,
    recipients: 1,
  });
  // Without a reply no other server has spoken, and nothing is known of the mailbox.
  const isKnown = !isExpired && (code !== null || hasOwnCode(words));
  if (code === null) return { isExpired, judgement: ofOwnWords(judgement, words, status, isKnown) };
  const spoken = isVague(judgement) ? spokenOf(words) : undefined;
  return { isExpired, judgement: spoken === undefined ? final(judgement, isKnown) : noOnes(judgement, spoken) };
}

/** Its code alone was judged, which the reporting server may have made up for what it found on the way. */
function isVague({ kind }: ReplyJudgement): boolean {
  return kind === 'unknown' || kind === 'route';
}

/**
 * What the reporting server says of itself. It knows the mailbox where its words and its code agree that it is one of
 * its own; what it found in the DNS is about that day.
 */
function ofOwnWords(judged: ReplyJudgement, words: string, status: string | null, isKnown: boolean): ReplyJudgement {
  const spoken = spokenOf(words);
  if (spoken !== undefined) return noOnes(judged, spoken);
  if (isKnown) return final(judged, judged.kind !== 'no-domain');
  const [kind] = agreed.find(([, code]) => code === status) ?? [];
  if (kind === undefined) return final(judged, false);
  const bare = judgeReply({ step: 'rcpt', code: 550, enhancedCode: null, text: words, recipients: 1 });
  return bare.kind === kind ? final(bare, true) : final(judged, false);
}

const agreed: readonly (readonly [kind: ReplyKind, status: string])[] = [
  ['no-mailbox', '5.1.1'],
  ['inactive', '5.2.1'],
  ['mailbox-full', '5.2.2'],
];

function final(judgement: ReplyJudgement, isKnown: boolean): ReplyJudgement {
  return { ...judgement, retry: false, suppress: isKnown ? judgement.suppress : 'never' };
}

/** Nothing that the mailbox is to blame for. */
function noOnes(judgement: ReplyJudgement, kind: ReplyKind): ReplyJudgement {
  return final(ofKind(judgement, kind), false);
}

function ofKind(judgement: ReplyJudgement, kind: ReplyKind): ReplyJudgement {
  const { fault, bounce } = kinds[kind];
  const [bounceType, bounceSubType] = bounce;
  return { ...judgement, kind, fault, bounceType, bounceSubType };
}

function spokenOf(words: string): ReplyKind | undefined {
  return ownWords.find(([pattern]) => pattern.test(words))?.[1];
}

/** What the reporting server says where it had no reply: of the way there, before words that are another server's. */
const ownWords: readonly (readonly [pattern: RegExp, kind: ReplyKind])[] = [
  [/\b(?:nesting limit|loop(?:s|ed|ing)?|too many (?:hops|received))\b/i, 'route'],
  [/\b(?:null ?mx|does not (?:accept|receive|take) (?:any )?(?:e-?)?mail|sends and receives no)\b/i, 'no-domain'],
  [
    /\b(?:no such (?:domain|host)|(?:host|domain)(?: name)? (?:or domain name )?(?:does not exist|(?:was )?not found|unknown)|unrouteable|unknown (?:host|domain)|non-existent hosts?|nxdomain|name service error|illegal host(?:\/domain)? name|(?:host|domain) \S{1,255} (?:was )?(?:not found|could ?n[o'’]t be found|does not exist)|no (?:mx|mx records?|mail exchangers?|gateway)(?: was)? found|find (?:a|any) (?:mail exchanger|gateway)|had no relevant answers)\b/i,
    'no-domain',
  ],
  [/\bunable to (?:look ?up|resolve)\b/i, 'no-reply'],
  [
    /(?:\bnot |n['’]t |\bun)able to (?:establish|open|make)\b.{0,40}\bconnection\b|\b(?:could|can) ?n[o'’]t connect\b|\b(?:no response|(?:did|does) not (?:respond|answer|accept our requests?)|not responding)\b|\b(?:host|server|domain|computer)\b[^.]{0,40}\b(?:not|un)[- ]?reachable\b|\bhosts\b.{0,40}\bhave been failing\b|\bfailed (?:after )?\d{1,4} attempts\b|\bafter (?:multiple|several|\d{1,4}) (?:retries|attempts)\b/i,
    'no-reply',
  ],
  [
    /\b(?:connection|network|host|connect|dns)\b.{0,60}\b(?:refused|reset|timed out|time-?out|unreachable|down|lost|error|failed|failure)\b/i,
    'no-reply',
  ],
];

/** The report's status counts where the reply has none of its own and is not of another class. */
function statusBeside(code: number | null, status: string | null): string | null {
  if (status === null) return null;
  return code === null || status.startsWith(String(code).slice(0, 1)) ? status : null;
}

/** What a server adds to the last reply when its time is up. */
const expiry =
  /:?\s*\b(?:retry time(?:out)? (?:exceeded|not reached)|(?:message|envelope|queue|delivery time|lifetime)\b[^.]{0,30}\bexpired|in the queue too long|for the last \d+ seconds)\b/i;

/** Who answered is no word of the answer. */
const byAnother = /\b(?:by|from) (?:a|the) remote (?:mail |smtp )?(?:server|host|system)\b/gi;

/** RFC 3463 §3.5, x.4.7: delivery time expired. A status of 4.x beside "failed" says the same. */
function isOver(status: string | null, text: string): boolean {
  return status?.endsWith('.4.7') === true || status?.startsWith('4') === true || expiry.test(text);
}

/** qmail's kin have no code of SMTP: `(#5.1.1)` behind the sentence. */
function hasOwnCode(text: string): boolean {
  return /#5\.\d{1,3}\.\d{1,3}\b/.test(text);
}
