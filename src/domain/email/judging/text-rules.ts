import type { ReplyKind } from './judgement.js';

/** The first rule whose pattern is in the text (on one line, any case) decides; `code` narrows it to some replies. */
export interface TextRule {
  readonly pattern: RegExp;
  readonly kind: ReplyKind;
  readonly code?: RegExp;
}

const rule = (kind: ReplyKind, pattern: RegExp, code?: RegExp): TextRule =>
  code === undefined ? { kind, pattern } : { kind, pattern, code };

/** How single receivers say it, in marks of their own. Asked first: their codes often mean something else. */
const providerRules: readonly TextRule[] = [
  // Gmail
  rule('rate', /receiving mail (too quickly|at a rate)|exceed(ed)? .{0,20}daily sending limit/),
  rule('reputation', /unusual rate of unsolicited mail|very low reputation|low reputation of the sending (ip|domain)/),
  rule('content', /likely (unsolicited|suspicious)/),
  rule('attachment', /content presents a potential security issue/),
  rule('config', /unauthenticated email from|sender('s)? is unauthenticated|does not pass authentication/),
  rule('identity', /ip address sending this message does not have a ptr|ptr record setup/),
  rule('inactive', /email account that you tried to reach is (disabled|inactive)/),
  rule('mailbox-full', /out of storage space/),
  // Outlook and Exchange Online
  rule('reputation', /part of their network is on our block ?list|\(s31\d\d\)|banned send(ing ip|er)/),
  rule('passing', /server busy\b.*\b4\.7\.5\d\d|4\.7\.5\d\d server busy|\(s7\d{4,}\)|as7\d{2,}/),
  rule('no-mailbox', /recipientnotfound|recipient address rejected: access denied|not found by smtp address lookup/),
  rule('no-mailbox', /requested action not taken: mailbox unavailable/, /^550$/),
  rule(
    'restricted',
    /resolver\.rst\.|not in (the )?allowed[- ]senders list|restricted to .{0,20}authenticated senders/,
  ),
  rule('config', /required authentication level|does not pass dmarc|dmarc verification/),
  rule('config', /does not have permission to send as|client was not authenticated|senddenied/),
  rule('passing', /insufficient system resources/),
  // Yahoo
  rule('reputation', /\[tss?\d\d\]|\[bl\d\d\]|unexpected volume or user complaints/),
  rule('no-mailbox', /doesn't have a .{0,40} account|delivery error: dd (this user|requested mail action)/),
  rule('policy', /message not accepted for policy reasons/),
  // Apple
  rule('content', /\[(cs|hm)\d\d\] ?message rejected/),
  // Comcast, Orange, T-Online, GMX
  rule('reputation', /\bbl0000\d\d\b|\brl0000\d\d\b/),
  rule('no-mailbox', /not our customer|\bofr_?416\b|adresse d.au moins un destinataire invalide/),
  rule('reputation', /\bofr_?50[1-9]\b|ask your postmaster for help/),
  rule('rate', /\bofr_?004_?10\d\b/),
  rule('identity', /bad dns ptr resource record/),
  // Tencent, NetEase
  rule('rate', /(connection|ip) frequency limited/),
  rule('content', /mail content denied|\bdt:spm\b/),
  // Filtering services
  rule('reputation', /ipcheck\.proofpoint|csi\.cloudmark|csi\.mimecast|\bers-(rbl|qil|dul)\b|barracuda reputation/),
  rule('reputation', /connection rejected by policy \[7\.7\]/),
];

/** What most programs write, in the order of how sure it is. */
const commonRules: readonly TextRule[] = [
  // Before anything that speaks of "you" or "blocked": the sender stands on one recipient's own list.
  rule('restricted', /(recipient|user)('s)? (personal )?(block|black|deny) ?list|blocked by (the )?(user|recipient)\b/),
  rule('restricted', /(does not|doesn't|not) accept(ing)? (mail|messages|email)s? from (you|this sender|strangers)/),
  // Our address or name.
  rule(
    'identity',
    /reverse dns|\bptr\b|\brdns\b|cannot find your (reverse )?host ?name|hostname does not resolve|forward[- ]confirmed/,
  ),
  rule('identity', /helo command rejected|helo .{0,40}(invalid|not (fully|resolve))|need fully-qualified hostname/),
  rule('reputation', /spamhaus|spamcop|sorbs\b|uceprotect|barracudacentral|invaluement|senderscore|talosintel/),
  rule('reputation', /\b(dns ?bl|rbl|dnsrbl|block ?list(ed)?|black ?list(ed)?|deny ?list(ed)?)\b/),
  rule('reputation', /\b(poor|bad|low|no|insufficient|negative) (sender |ip |domain |email )?reputation\b/),
  rule(
    'reputation',
    /(client|sending|source|your|connecting|remote) (host|ip|server|network|mta)( address)?\b.{0,80}\b(block|bann|refus|denied|reject|restrict)/,
  ),
  rule('reputation', /(block|bann|refus|reject)\w* .{0,40}\b(your|sending|source|this) (ip|network)\b/),
  // This hour.
  rule('passing', /gr[ea]ylist|graylist/),
  rule(
    'too-many-recipients',
    /too many (recipients|rcpts?|receivers)\b|(recipients?|rcpts?) (count )?limit (is )?(exceeded|reached)/,
  ),
  rule(
    'rate',
    /too many (connections|messages|mails|emails|sessions|concurrent|errors)|rate ?limit|throttl|frequency limit|slow down|sending too fast|message rate|quota of messages/,
  ),
  // The connection.
  rule(
    'tls-required',
    /\b(start)?(tls|ssl)\b.{0,30}\b(required|mandatory|needed|necessary|first|only)\b|\bencrypt(ed|ion)\b.{0,30}\b(required|mandatory|needed|necessary)\b|secure (connection|session|channel) (is )?(required|needed)/,
  ),
  rule(
    'tls-required',
    /\b(requires?|must|needs?|only accepts?|enforces?|please)\b.{0,30}\b((start)?(tls|ssl)|encrypt(ed|ion))\b/,
  ),
  rule(
    'tls-required',
    /\b(plain ?text|un-?encrypted|clear ?text|insecure)\b.{0,40}\b(not |refus|reject|denied|prohibit|forbid)/,
  ),
  // The sender's name and how we prove it.
  rule(
    'config',
    /sender verif|sender address rejected|verify the sender|sender denied|domain of sender|sender domain|from address .{0,30}(invalid|not exist)/,
  ),
  rule('config', /\b(spf|dkim|dmarc)\b/),
  rule('config', /authentication (is )?required|smtp auth|not authenticated/),
  rule(
    'route',
    /relay(ing)? (access )?(denied|prohibited)|relay not permitted|unable to relay|not allowed to relay|mail loop|too many hops|loops back/,
  ),
  // The mailbox, first where it exists.
  rule(
    'mailbox-full',
    /(mailbox|account|user|recipient|folder|inbox)\b.{0,40}\b(full|over ?quota|exceed)|over ?quota|quota (is )?(exceeded|full)|not enough (disk )?(space|storage)|insufficient (disk |mailbox )?(space|storage)|disk quota/,
  ),
  rule(
    'inactive',
    /(mailbox|account|user|recipient|address)\b.{0,60}\b(disabled|inactive|suspended|deactivated|closed|expired|locked|not active|no longer (active|in use|available|valid|accept))/,
  ),
  rule(
    'no-mailbox',
    /\bno such (user|mailbox|recipient|person|address|account|customer|local)|\bunknown (user|recipient|mailbox|local|account|address)/,
  ),
  rule(
    'no-mailbox',
    /\b(user|mailbox|recipient|account|address|inbox)\b.{0,80}?\b(unknown|not found|(does not|doesn't|doesnt|did not|didn't) exist|not exist|is invalid|isn't valid|non-?existent|not a valid|cannot be found|could not be found|not known|not listed)/,
  ),
  rule(
    'no-mailbox',
    /invalid (recipient|mailbox|user|destination mailbox)|unrouteable address|not a valid (recipient|mailbox|user)|no mailbox here|bad destination mailbox/,
  ),
  rule(
    'no-domain',
    /(recipient|destination) domain\b.{0,40}\b(not found|does not exist|not accept|no mail)|does not accept mail|accepts no mail|null ?mx/,
  ),
  // The message.
  rule(
    'too-large',
    /(message|mail|size)\b.{0,40}\b(too (large|big)|exceed\w* .{0,30}(size|limit|maximum)|size limit)|maximum (message )?size/,
  ),
  rule(
    'attachment',
    /(attachment|file ?(type|name)|extension)\b.{0,60}\b(not (allowed|accepted|permitted)|block|reject|forbidden|prohibited|banned|executable)|(forbidden|banned|prohibited) (attachment|file)/,
  ),
  rule(
    'content',
    /virus|malware|phish|\bspam\b|spammy|unsolicited|junk mail|bulk mail|objectionable|prohibited content|content (was )?(reject|denied|filter|block)|message (was )?(identified|classified|filtered)|bad header|\burl\b.{0,40}(block|list)|suspicious/,
  ),
  // A final code over a text that says otherwise.
  rule(
    'passing',
    /(try|retry|resend|come back).{0,30}\b(later|again)|temporar(y|ily)|service (is )?(currently )?unavailable|server (is )?busy|system (is )?(busy|overload)/,
  ),
  rule(
    'policy',
    /local policy|policy (reasons|restrictions|violation)|administrative (prohibition|reject)|access denied|not authori[sz]ed|blocked/,
  ),
];

/** The receivers' own marks come before what everybody writes; both come before what the code says. */
export const textRules: readonly TextRule[] = [...providerRules, ...commonRules];
