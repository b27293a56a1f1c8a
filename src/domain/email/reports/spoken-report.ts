/** What programs write in place of a report, from qmail to a provider's own. Each is about an email that failed. */
const failures: readonly RegExp[] = [
  /\bthis is the [\w. -]{1,60}(?:program|mail agent|mail system|mail server)\b/,
  /\bi(?:'|’)?(?: a)?m (?:afraid|sorry) (?:i|to have|that)\b/,
  /\bundeliver(?:able|ed)\b|\bnon[- ]?deliver(?:y|able)\b|\breturned mail\b|\bfailure notice\b/,
  /\b(?:del[ie]very|mail|message)\b[^.]{0,40}\b(?:fail(?:ed|ure)|error|problem|aborted)\b/,
  /\b(?:could|can|was|is|were)(?: ?not|n['’]t) (?:be )?(?:deliver|reach|sen[dt])/,
  /\bunable to (?:deliver|send)\b|\b(?:could ?n[o'’]t|failed to|was(?: not|n['’]t) able to) (?:deliver|send)\b/,
  /\b(?:permanent|fatal) (?:error|errors|failure)\b|\bdid not (?:reach|receive)\b|\bgiv(?:en|ing) up\b|\bunknown user\b|\buser unknown\b|\bno such user\b/,
  /\bnot (?:have )?(?:been )?delivered\b|\b(?:had trouble|error(?: in)?) delivering\b|\brejected by (?:a|the) remote mail server\b|\binvalid (?:final delivery userid|user address)\b|\bvirus detector has (?:just )?been triggered\b|\bsmtp error from remote\b|\bmay not exist, or you may not have permission\b/,
  // German, Dutch, Swedish, Danish.
  /\b(?:unzustellbar|nicht (?:zugestellt|zustellbar)|onbestelbaar|niet (?:worden )?(?:bezorgd|afgeleverd)|(?:kan|kunde) inte levereras|(?:kan|kunne) ikke leveres)\b/,
  // French, Spanish, Italian, Portuguese.
  /\bnon remis|\bn['’]a (?:pas )?pu être|\bno (?:se )?(?:ha )?(?:podido|pudo) (?:ser )?entrega|\bnon (?:è stato )?(?:possibile )?(?:recapita|consegna)|\bnão (?:pôde|foi) (?:ser )?(?:possível )?entreg|\bfalha na entrega/,
  // Polish, Czech, Hungarian, Turkish.
  /\bnie (?:mogła zostać |został[ao]? )?dostarczon|\bniedostarcza?[ln]|\bnedoručiteln|\bnepodařilo doručit|\bkézbesíthetetlen|\bteslim edilemedi|\biletilemedi/,
  /не (?:может|могло|могут|было|удалось) (?:быть )?достав|невозможно достав|не ?доставлен|не вдалося достав/,
  /退回|退信|未送达|未送達|传递邮件失败|无法送达|無法(?:送達|傳送)|投递失败|(?:配送|配信|送信).{0,12}(?:失敗|できません)|届けられません|エラーメール|반송|전송 ?실패|전달되지/,
];
const delays =
  /\b(?:delay(?:ed)?|temporary failure|still (?:being )?(?:re)?tr(?:y|ied|ying)|will (?:be )?(?:re)?tr(?:y|ied)|warning message only|not yet been delivered|do not need to re-?send|(?:has been|was) postponed|verzögert|retardé|se ha retrasado)\b|задерж|延迟|遅延/;
const endings = /\b(?:giv(?:en|ing) up|permanent|expired|too long|will not be retried|has been returned)\b/;

/** What a text says with its subject: an email was not delivered, or not yet. Undefined where it says neither. */
export function spokenAction(subject: string, text: string): 'failed' | 'delayed' | undefined {
  const words = `${subject}\n${text}`.toLowerCase().normalize('NFC').replace(/\s+/g, ' ').slice(0, 8_000);
  if (delays.test(words) && !endings.test(words)) return 'delayed';
  return failures.some((pattern) => pattern.test(words)) ? 'failed' : undefined;
}

/** Lines that a program writes above the email that it gives back. */
const heads: readonly RegExp[] = [
  /^[^\n]{0,60}\bbelow this line\b/im,
  /^[ \t]*(?:message headers? follows?|here is a copy|this is a copy of (?:the|your) message)\b/im,
  /^[ \t]*(?:possibly truncated |the )*(?:original|returned|undelivered|unsent) (?:message|mail|e-?mail) (?:follows|was:|headers?:)/im,
  /^(?:\[<\d+>\] )?here is listed the initial part of the message/im,
  // The oldest programs put its header below a rule, or without any word before it.
  /^(?:Received|Return-Path|DKIM-Signature|Message-ID):/im,
];

const ruled = /^[ \t|]*--+([^\n]*)/gm;
const headWords = /\b(?:copy of|original|returned|below this line|message (?:headers?|text))\b/i;
const otherHeadWords = /\b(?:log|transcript|addresses)\b/i;
const foreignHeadWords =
  /ursprüngliche|nachricht folgt|message d['’]origine|mensaje original|messaggio originale|исходно/i;
const named = /\b(?:message|mail|headers?|lines)\b/i;

/** Behind dashes. Each step reads the line once: one pattern for all of it tries each three places of a line. */
function isHead(words: string): boolean {
  if (foreignHeadWords.test(words)) return true;
  if (otherHeadWords.test(words)) return false;
  return headWords.test(words) || /\bfollows?\b/i.test(words.slice(named.exec(words)?.index ?? words.length));
}

/** What a server says to a person, without the email that it gives back: that is the sender's own text. */
export function withoutReturned(text: string): string {
  const ends = heads.map((pattern) => pattern.exec(text)?.index ?? text.length);
  return text.slice(0, Math.min(ruledHead(text), ...ends));
}

function ruledHead(text: string): number {
  for (const { index, 1: words = '' } of text.matchAll(ruled)) if (isHead(words)) return index;
  return text.length;
}
