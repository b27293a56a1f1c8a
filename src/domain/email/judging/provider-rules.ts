import { rule, type TextRule } from './text-rule.js';

/**
 * How single receivers say it, in marks of their own, addresses of web pages included. Asked first: their codes often
 * mean something else.
 */
export const providerRules: readonly TextRule[] = [
  // Gmail
  rule('rate', /receiving mail (too quickly|at a rate)|daily (user )?sending limit|peak smtp relay limit/),
  rule('rate', /unusual rate of (?!unsolicited)/),
  rule('reputation', /unusual rate of unsolicited mail|very low reputation|not authorized to send email directly/),
  rule('tls-required', /wasn't sent over a tls connection/),
  rule('content', /likely (unsolicited|suspicious)/),
  rule('attachment', /content presents a potential security issue/),
  rule('config', /unauthenticated email from|sender('s)? is unauthenticated|does not pass authentication/),
  rule('identity', /ip address sending this message does not have a ptr|ptr record setup/),
  rule('inactive', /email account that you tried to reach is (disabled|inactive)/),
  rule('mailbox-full', /out of storage space/),
  // A group's refusal, which says in any language where its help is.
  rule('restricted', /groups\.google\.com\/support/),
  // Outlook and Exchange Online
  rule(
    'reputation',
    /part of their network is on our block ?list|\(s31\d\d\)|banned send(ing ip|er)|spam abuse detected/,
  ),
  rule('reputation', /traffic not accepted from this ip|^(sc|dy)-00\d\b/),
  rule('too-many-recipients', /too many recipients \(as\d+\)/),
  rule('passing', /server busy\b.*\b4\.7\.5\d\d|4\.7\.5\d\d server busy|\(s7\d{4,}\)|as7\d{2,}/),
  rule('no-mailbox', /recipientnotfound|not found by smtp address lookup/),
  // Where the directory does not know the address; other programs say so of one that is for few.
  rule('no-mailbox', /^5\.4\.1 .{0,80}recipient address(es)? rejected ?: access denied/),
  rule('restricted', /recipient address(es)? rejected ?: access denied/),
  rule('restricted', /mailbox unavailable or access den|userisnotauthorized/),
  rule(
    'restricted',
    /resolver\.rst\.(?!recipsizelimit)|not in (the )?allowed[- ]senders list|restricted to .{0,20}authenticated senders/,
  ),
  rule('config', /required authentication level|does not pass dmarc|dmarc verification|unregistered domain/),
  rule('config', /not have permissions? to send as|not authenticated|send(as)?denied|bad outbound sender/),
  rule('passing', /insufficient system resources/),
  // Yahoo
  rule('reputation', /\[tss?\d\d\]|\[bl\d\d\]|unexpected volume or user complaints/),
  rule('no-mailbox', /doesn't have a .{0,40} account|delivery error: dd (this user|requested mail action|not a valid)/),
  rule('policy', /message not accepted for policy reasons|possible forgery/),
  rule('reputation', /possible open relay/),
  // Apple
  rule('content', /\[cs\d\d\] ?message rejected/),
  // Orange and La Poste; Comcast, Cox, T-Online, GMX
  rule('mailbox-full', /\b(ofr|lpn)\w{0,5}_?417\b/),
  rule('no-mailbox', /not our customer|\b(ofr|lpn)\w{0,5}_?416\b|adresse d.au moins un destinataire invalide/),
  rule('inactive', /\blpn\w{0,5}_?42(0|6)\b/),
  rule('config', /\b(ofr|lpn)\w{0,5}_?4(01|03|05|15|21)\b|mail from not owned/),
  rule('reputation', /\bofr_?50[1-9]\b|ask your postmaster for help/),
  rule('rate', /\b(ofr|lpn)\w{0,5}_?104\b/),
  rule('reputation', /\bbl0000\d\d\b|aup#(cxbl|cdrbl|ipbl)/),
  rule('rate', /\brl0000\d\d\b|aup#(cxcnct|cxmxrt)/),
  rule('identity', /bad dns ptr resource record|aup#cxdns/),
  // Tencent, NetEase
  rule('reputation', /suspected (spam ip|bounce attacks)/),
  rule('rate', /\bmi:(stc|sti|stw|dmc|sfq)\b|\brp:[a-z]{3}\b/),
  rule('reputation', /\bhl:ipb\b/),
  rule('content', /mail content denied|\bdt:spm\b/),
  rule('config', /\bmi:(spb|spf|nhd)\b/),
  // NTT docomo
  rule('mailbox-full', /too much mail data/),
  // Filtering services
  rule(
    'reputation',
    /ipcheck\.proofpoint|proofpoint\.com\/dnsbl|csi\.cloudmark|csi\.mimecast|\bers-(rbl|qil|dul)\b|barracuda/,
  ),
  rule('reputation', /connection rejected by policy \[7\.7\]|your access to (submit messages|this mail system)/),
  rule('restricted', /envelope blocked - user|manually blocked senders/),
  rule('route', /i cannot deliver mail for/),
  // Lists that a page is named for.
  rule('reputation', /spamhaus|spamcop|sorbs\b|uceprotect|invaluement|senderscore|talosintel/),
];
