import { rulesInLanguages } from './languages.js';
import { rule, type TextRule } from './text-rule.js';

/** What most programs write, in the order of how sure it is. */
export const commonRules: readonly TextRule[] = [
  rule('content', /spam classification/),
  // Before anything that speaks of "you" or "blocked": the sender stands on one recipient's own list.
  rule('restricted', /(recipient|user)('s)? (personal )?(block|black|deny) ?list|blocked by (the )?(user|recipient)\b/),
  rule(
    'restricted',
    /(does not|doesn't|not) accept(ing)? (mail|messages|email|posts)s? from (you|this sender|strangers|people outside|<?>?$|<?>?[.,;] )/,
  ),
  rule(
    'restricted',
    /rejected by (the )?recipients?\b|recipient preferences|delivery is not allowed to this address|delivery to this address is restricted|(recipient|user) (has )?(blocked|refused|refuses) (the sender|you|all)\b/,
  ),
  rule(
    'restricted',
    /\b(only )?accepts? (e-?mail|mail|messages) (only )?from (internal|approved|authenticated|known|trusted|its own)\b|not (allowed|authori[sz]ed|permitted) to (receive|accept) .{0,24}\b(internet|external|outside)\b|not (allowed|authori[sz]ed|permitted) to (message|e?-?mail|send (e-?mail |mail |messages )?to) (this|the)? ?(recipient|address|user|mailbox|person)/,
  ),
  rule(
    'restricted',
    /badrcptto|not allowed to (post|send|write) to|permissions? to post|only (members|subscribers)|not a (member|subscriber) of/,
  ),
  // The way. RFC 5321 §3.6.2.
  rule(
    'route',
    /relay(ing)? (access |is )?(denied|prohibited|not (permitted|allowed))|relay (to|for) .{0,80}denied|unable to relay|not allowed to relay|as a relay\b|rcpthosts|(don't|do not) (handle|accept|process) (e-?mail|mail) for (that|this) domain/,
  ),
  rule('route', /(mail|routing) loop|too many hops|hop count|(too many|number of) received|loops back/),
  // Such a check is followed by words of its own.
  rule('config', /sender verif(y|ication) failed/),
  // Our address or name.
  rule(
    'identity',
    /reverse dns|\bptr\b|\brdns\b|cannot find your (reverse )?host ?name|hostname does not resolve|forward[- ]confirmed/,
  ),
  rule(
    'identity',
    /helo command rejected|(invalid|bad|forged) [eh]+lo\b|helo .{0,40}(invalid|not (fully|resolve))|need fully-qualified hostname/,
  ),
  rule('config', /your (e-?mail )?(address|domain|account|mailbox)\b.{0,30}\b(block|suspend|disabl|lock|reject)/),
  rule('reputation', /\b(dns ?bls?|rbl\+?|dnsrbl|block ?list(ed)?|black ?list(ed)?|deny ?list(ed)?)(?![a-z])/),
  rule('reputation', /\b(poor|bad|low|no|insufficient|negative|ip) (sender |ip |domain |email )?reputation\b/),
  rule(
    'reputation',
    /(client|sending|source|your|connecting|remote) (host|ip|server|network|mta|mail ?server)( address)?\b.{0,80}\b(block|bann|refus|denied|reject|restrict)/,
  ),
  rule('reputation', /\b(this|your) ip\b.{0,40}\bnot (allowed|permitted|accepted)|(?<!not )\blisted (in|at|on|by)\b/),
  rule('reputation', /\bip address\b.{0,40}\b(block|bann|refus|reject)|your ip is in\b/),
  rule('reputation', /(block|bann|refus|reject)\w* .{0,40}\b(your|sending|source|this) (ip|network)\b/),
  rule(
    'reputation',
    /\b(allow|accept|take|want)\w* (e-?mail|mail|messages|connections) from your (host|ip|server|network|system)\b/,
  ),
  // Guessed addresses: a reply about all that we sent, in words of one mailbox.
  rule(
    'reputation',
    /too many ((invalid|bad|unknown|wrong|failed|non-?existent|unsuccessful) )+(recipients|users|addresses|rcpts?)|directory harvest/,
  ),
  // This hour.
  rule('passing', /gr[ea]ylist|graylist/),
  rule('rate', /too many recipients (received|from|this|per)/),
  rule(
    'too-many-recipients',
    /too many (recipients|rcpts?|receivers)\b|(recipients?|rcpts?) (count )?limit (is )?(exceeded|reached)/,
  ),
  // The connection.
  rule(
    'tls-required',
    /\b(start)?(tls|ssl)(v\d\S*)?\b.{0,30}\b(required|mandatory|needed|necessary|first|only)\b|\bencrypt(ed|ion)\b.{0,30}\b(required|mandatory|needed|necessary)\b|secure (connection|session|channel) (is )?(required|needed)|\b(tls|ssl) must\b/,
  ),
  rule(
    'tls-required',
    /\b(requires?|must|needs?|only accepts?|enforces?|please)\b.{0,30}\b((start)?(tls|ssl)|encrypt(ed|ion))\b/,
  ),
  rule(
    'tls-required',
    /\b(plain ?text|un-?encrypted|clear ?text|insecure)\b.{0,40}\b(not |refus|reject|denied|prohibit|forbid)/,
  ),
  rule('tls-required', /certificate .{0,20}(validation|verif\w+|fail|invalid|untrusted|expired)/),
  rule(
    'rate',
    /too many (connections|messages|mails|emails|sessions|concurrent|errors)|too much e?-?mail from|rate ?limit|throttl|frequency .{0,30}limit|slow down|sending too fast|message rate|quota of messages|excessive volume/,
  ),
  rule(
    'rate',
    /\b(send|sending|messaging|thread|connections?|daily|hourly)\b.{0,20}\b(limits?|quota)\b|max(imum)? (e-?mails?|messages?|defers)\b.{0,30}\bper (hour|day|minute|connection)|messages? .{0,30}\bper (second|minute|hour|day)\b/,
  ),
  // What more than one mailbox shares.
  rule(
    'rate',
    /\b(organi[sz]ation|tenant|queue|domain|sender)('s)?\b.{0,30}\b(quota|threshold)\b|\b(e-?mail|message|sending|sender) quota\b/,
  ),
  // The sender's name and how we prove it.
  rule(
    'config',
    /sender verif|sender address|verify the sender|sender (user |is )?(denied|rejected|unknown|invalid)|(invalid|bad|unknown) sender|envelope sender|domain of sender|sender( envelope)? domain|from address .{0,30}(invalid|not exist)|badmailfrom/,
  ),
  rule(
    'config',
    /\bnot owned by\b|not allowed to send|is not verified|verified sender|no (valid )?mx (record )?for|valid mx for|invalid dns mx|sender policy framework/,
  ),
  rule('config', /\b(absender|expediteur|emetteur|remitente|remetente|mittente|nadawca|odesilatel|afzender)\b/),
  rule('config', /отправител|发件人|发信人|發件人|發信人|寄件者|寄件人|送信者|差出人/),
  rule('config', /\b(spf|dkim|dmarc)\b/),
  rule(
    'config',
    /(authentication|authenticated) (is )?required|requires? authentication|without authentication|smtp auth|an auth command|not authenticated/,
  ),
  // The domain of the recipient, or where it is not said whose: ours.
  rule(
    'no-domain',
    /(recipient|destination) (domain|address rejected: domain)\b.{0,40}\b(not found|does not exist|not accept|no mail)|does not accept mail|accepts no mail|null ?mx|no smtp service$/,
  ),
  rule('config', /\bdomain does not exist|\bno such domain|^[a-z0-9-]+(\.[a-z0-9-]+)+ does not exist/),
  // Before the mailbox: "recipient address rejected: message length exceeds".
  rule('too-large', /\bmessage (length|size) exceeds?\b|maximum (inbound|incoming) (message|mail)/),
  // The mailbox, first where it exists.
  rule(
    'mailbox-full',
    /(mailbox|account|user|recipient|folder|inbox)\b.{0,40}\b(full|over ?quota|exceed)|over ?quota|quota (is )?(exceeded|full)|\bno more (space|room)|mailbox .{0,20}over (its )?(\w+ )?limit|exceeded storage allocation|not enough (storage|mailbox) ?space|insufficient mailbox (space|storage)|mail ?box space not enough|disk quota|quota (violat|exceed|is full)/,
  ),
  rule(
    'inactive',
    /(mailbox|account|user|recipient|address)\b.{0,60}\b(disabled|inactive|suspended|deactivated|terminated|closed|expired|locked|frozen|not active|no longer (active|in use|available|valid|accept))|\b(disabled|deactivated|suspended) (mailbox|account|user)\b|archived recipient/,
  ),
  rule('no-mailbox', /mailbox (is )?(currently )?unavailable/, /^550$/),
  rule(
    'no-mailbox',
    /\bno (such|valid) (user|mailbox|recipients?|person|address|account|customer|local)|\bunknown (user|recipient|mailbox|local|account|address)|\bno mailbox (here|by that name)|no longer (here|exists|works|employed|with (the|this|our|us)?|on (this|the) server)|no (e-?mail|mail) account\b|not in use any|\bnot our user|(user|recipient|mailbox) is ?n[o']t here/,
  ),
  rule(
    'no-mailbox',
    /\b(user|mailbox|recipients?|account|address(?:es)?|addressee|inbox)\b.{0,80}?\b(unknown|not found|(does not|doesn't|doesnt|did not|didn't) exist|not exist|is invalid|isn't valid|non-?existent|not a valid|cannot be (found|verified)|could(n't| not) be found|not known|not recogni[sz]ed|not listed)/,
  ),
  rule(
    'no-mailbox',
    /(invalid|bad) (recipient|mailbox|user|address|destination (e-?mail|mailbox))|unrouteable address|invalid (final delivery )?userid|not a registered .{0,20}user|not a valid (recipient|mailbox|user)|mailbox (name )?(is )?not (allowed|found)/,
  ),
  ...rulesInLanguages,
  // The message.
  rule(
    'content',
    /line (is )?too long|\binfected\b|(messages|mail) (without|should have)\b|missing (from|to|date) header|line length|bare (lf|line ?-?feed)|stray linefeed|\bcrlf\b|message-?id\b|malformed|gtube|message filtered/,
  ),
  rule(
    'too-large',
    /(message|mail|size)\b.{0,40}\b(too (large|big)|exceed\w* .{0,30}(size|limit|maximum)|size (limit|exceeded))|maximum (message |e-?mail )?size/,
  ),
  rule(
    'attachment',
    /(attachment|file ?(type|name)|extension)\b.{0,60}\b(not (allowed|accepted|permitted)|block|reject|forbidden|prohibited|banned|executable)|(forbidden|banned|prohibited|unacceptable) (attachment|file)|- banned: /,
  ),
  rule(
    'content',
    /virus|malware|phish|\bspam(my|assassin)?\b|unsolicited|junk mail|bulk mail|objectionable|prohibited content|content (was )?(reject|denied|filter|block)|message (was )?(identified|classified|filtered)|bad header|\burl\b.{0,40}(block|list)|suspicious/,
  ),
  // A final code over a text that says otherwise.
  rule(
    'passing',
    /(try|retry|resend|come back).{0,30}\b(later|again)|temporar(y|ily)|for maintenance|service (is )?(currently )?unavailable|server (is )?busy|system (is )?(busy|overload)/,
  ),
  rule(
    'policy',
    /\bpolic(y|ies)\b|administrative (prohibition|reject)|access denied|not authori[sz]ed|blocked|spoof|rejected by destination domain/,
  ),
];
