import type { ReplyKind } from './judgement.js';

/**
 * Words that are never about the mailbox, whatever code or word stands beside them: what a refusal is then. A mailbox
 * that is missed on the list costs one more bounce; one that is put on it by mistake costs its owner all mail.
 */
const others: readonly (readonly [kind: ReplyKind, pattern: RegExp])[] = [
  // Who sends.
  [
    'config',
    /\bsenders?\b|\b(mail|envelope)[- ]?from\b|\bfrom address\b|\bheader from\b|\b(return|reverse)[- ]path\b|\b(return|bounce) address\b|\breply-to\b|\boriginator\b|badmailfrom|\bbatv\b|third-party dsn|\b(absender|expediteur|emetteur|remitente|remetente|mittente|nadawc[aey]|odesilatel|afzender)/,
  ],
  ['config', /\b(avsandar|afsender|avsender|lahettaj|gonder(en|ici)|felado|expeditor|odosielatel)/],
  ['config', /отправител|发件人|发信人|發件人|發信人|寄件者|寄件人|送信者|差出人/],
  ['config', /\b(your|sending|submitting|authenticated) (e-?mail )?(account|address|domain|mailbox|user)\b/],
  ['config', /\b(spf|dkim|dmarc)\b|authenticat|authentifi|autentic/],
  [
    'config',
    /\b(mailbox|address|account|domain) (that )?you (are )?(writ|send|sent|us)\w* (this )?(mail |message )?from\b/,
  ],
  [
    'config',
    /\b(ihre?|votre|vos|su|sua|seu|tu[ao]?|uw|twoj\w*|vas[ei]?|din|ditt) (e-?mail-?)?(adresse|konto|compte|domaine?|cuenta|direccion|dominio|conta|endereco|account|casella|indirizzo|adres|domein)/,
  ],
  // How it came here.
  ['route', /\brelay(s|ing|ed)?\b|rcpthosts|\bconnection (was )?(refused|denied|rejected)\b|\bmx record|\bdns\b/],
  ['tls-required', /\b(start)?tls\b|\bcertificate\b/],
  ['identity', /\b(ptr|rdns|reverse dns|helo|ehlo)\b/],
  [
    'reputation',
    /\bips?\b|\bip-adresse|\b(dns ?bls?|rbls?|black ?list\w*|block ?list\w*|deny ?list\w*)\b|\breputation\b|spamhaus|\b(client|sending|connecting|source|remote|your) (host|server|mta|network|isp|mail ?server)\b|\b(ihre?|votre|su|sua|seu|il vostro|uw) (mail-?)?(server|serveur|servidor)\b|ваш (ip|сервер)/,
  ],
  // What it says.
  [
    'content',
    /\bspam|\bvirus|\bmalware|\bphish|\bunsolicited|\bjunk|\bsuspicious|\bcontents?\b|\bheaders?\b|\badverti[sz]/,
  ],
  ['content', /\b(inhalt|contenu|contenido|conteudo|contenuto|tresc|obsah)\b|спам|содержан|垃圾|スハム|迷惑/],
  // How much of it.
  [
    'rate',
    /\brates?\b|rate-?limit|throttl|\btoo (quickly|fast|frequent)|\btoo many (connections|messages|mails|emails|sessions|recipients|errors|requests)|slow down|\bfrequency\b|\bper (second|minute|hour|day)\b|\b(hourly|daily)\b|\bconcurrent\b|\b(organi[sz]ation|tenant|queue|sending|message|domain)('s)?\b.{0,30}\bquota\b|\b(sending|message|connection) limits?\b|\byour (\w+ )?(quota|limit)\b|\byou have exceeded\b/,
  ],
  [
    'rate',
    /limite d'envoi|sendelimit|limite de envi|limite di invio|\b(zu viele|trop de|demasiad[oa]s|muit[oa]s|tropp[ie]|zbyt wiele|prilis mnoho|te veel)\b|слишком много|频繁|频率|回数/,
  ],
  // What more than one mailbox shares.
  ['passing', /\b(server|spool|system storage|company|customer|partition)\b.{0,20}\b(quota|full|exceeded)\b/],
  // Which rule.
  [
    'policy',
    /\bpolic(y|ies)\b|\babus|\bforge|\bspoof|\bpolitique|политик|策略|\bcountry\b|\byour (organi[sz]ation|company)\b|\brichtlinie|\bpolitica\b/,
  ],
];

/** RFC 3463 §3.2 and RFC 7372: codes of the sender, and of how it is proven. */
const senderCodes: readonly string[] = ['1.7', '1.8', '7.20', '7.21', '7.22', '7.23', '7.24', '7.25', '7.26', '7.27'];

/**
 * What the reply is about, where its words or its code name somebody else than the recipient.
 * @param words on one line, in lower case, without addresses and pages
 * @param code the enhanced one, without its class
 * @returns undefined when they do not
 */
export function namedBeside(words: string, code: string | undefined): ReplyKind | undefined {
  return others.find(([, pattern]) => pattern.test(words))?.[0] ?? (isOfSender(code) ? 'config' : undefined);
}

function isOfSender(code: string | undefined): boolean {
  return code !== undefined && senderCodes.includes(code);
}
