import type { ConsentSense } from '../../../domain/import/consent-columns.js';
import { byContactField, type ContactField, familyName, givenName } from '../../../domain/shared/contact-fields.js';
import { fold, folded } from './fold.js';

/** What a column is by its name alone. */
export type PlainField = 'email' | ContactField | 'fullName' | 'tags';

/** What programs of other people call the columns that say no consent. */
const plainNames: Readonly<Record<PlainField, ReadonlySet<string>>> = {
  email: folded(
    'email,e mail,mail,email address,e mail address,emailaddress,mail address,subscriber email,email id,primary email,contact email',
    'customer email,user email,email 1,e mail 1 value,email value,subscriber,recipient,address email,your email,work email,billing email',
    'e mail adresse,email adresse,mailadresse,emailadresse,e mailadresse,mail adresse',
    'adresse e mail,adresse email,adresse mail,courriel,adresse courriel,adresse électronique,adresse de courriel,mél',
    'correo,correo electrónico,correo electronico,email del contacto,dirección de correo,dirección de correo electrónico,e mail del suscriptor',
    'indirizzo email,indirizzo e mail,posta elettronica,endereço de email,endereço de e mail,correio eletrónico,correio eletrônico',
    'e mailadres,emailadres,mailadres,adres e mail,adres email,email adres,e mailová adresa,emailová adresa,e mailova adresa',
    'e post,epost,e postadress,epostadress,mejl,mejladress,e postadresse,epostadresse,mailadresse,sähköposti,sähköpostiosoite',
    'e mail cím,email cím,adresă de email,adresa e mail,эл почта,почта,электронная почта,email адрес,адрес электронной почты,имейл',
    'e posta,eposta,e posta adresi,ηλεκτρονική διεύθυνση,メール,メールアドレス,eメール,邮箱,电子邮件,電子郵件,邮件地址,이메일,이메일 주소',
  ),
  ...byContactField((_key, { columnNames }) => folded(...columnNames)),
  fullName: folded(
    'name,full name,fullname,contact name,subscriber name,customer name,display name,your name,names,contact,client name,person',
    'vollständiger name,ganzer name,vor und nachname,nom complet,nom et prénom,prénom et nom,nombre completo,nombre y apellidos',
    'nome completo,nome e cognome,volledige naam,naam,imię i nazwisko,celé jméno,meno a priezvisko,namn,fullständigt namn,navn,fulde navn',
    'fullt navn,nimi,koko nimi,név,teljes név,nume complet,фио,полное имя,ad soyad,adı soyadı,氏名,名前,お名前,姓名,성명',
  ),
  tags: folded(
    'tags,tag,labels,label,member tags,contact tags,subscriber tags,etiketten,schlagwörter,étiquettes,etiquetas,etichette,tagi,štítky',
    'taggar,etiketter,tunnisteet,címkék,etichete,метки,теги,etiketler,タグ,标签,標籤,태그',
  ),
};
/** A given name in some languages, and all of the name in others: by what stands beside it. */
const givenOrFull = folded('nombre,nome,meno');
const familyOrFull = folded('nom,nome');

export function plainField(name: string, header: readonly string[]): PlainField | undefined {
  const word = fold(name);
  const has = (field: PlainField) => header.some((other) => other !== name && plainNames[field].has(fold(other)));
  if (familyOrFull.has(word) && has(givenName)) return familyName;
  if (givenOrFull.has(word)) return has(familyName) ? givenName : 'fullName';
  if (familyOrFull.has(word)) return 'fullName';
  const found = Object.entries(plainNames).find(([, names]) => names.has(word))?.[0];
  return found as PlainField | undefined;
}

/** Whether a header may call the column of addresses so. */
export const looksLikeEmailName = (name: string): boolean => {
  const word = fold(name);
  return plainNames.email.has(word) || /\be ?mail\b/.test(word);
};

/** About another way of writing to somebody, about an email rather than a person, or a link to leave. */
const otherThings =
  /\b(?:sms|fax|whats ?app|push|phone|telephone|mobile|telefon\w*|direct mail|postal|street|city|zip|zip ?code|postcode|country|province|(?:mailing|home|work|billing|shipping|other) (?:address|state)|facebook|viber|rcs|url|link|token|hash|page|preferences url|template|subject)\b/;
const emailToo = /\be ?mails?\b/;
/** How often something happened: not where somebody stands now. */
const counts =
  /\b(?:count|counts|rate|total|number|num|no of|sent|anzahl|nombre de|score|open|opens|opened|click|clicks|clicked|ctr|quota)\b/;

/** The first that fits counts. `isSure`: the name alone says it, whatever stands in the column. */
interface NameSign {
  readonly sign: RegExp;
  readonly sense: ConsentSense;
  readonly isSure: boolean;
}
const sure = (sign: RegExp, sense: ConsentSense): NameSign => ({ sign, sense, isSure: true });
const likely = (sign: RegExp, sense: ConsentSense): NameSign => ({ sign, sense, isSure: false });

const signs: readonly NameSign[] = [
  // A yes to a no: before the words that it denies.
  sure(
    /(?:^| )(?:not?|ne pas|non|nao|never|without|kein(?:e[nr]?)?|nicht|sans|sin|senza|sem|geen|niet|bez|nie|ingen|ikke|inte|uten|utan|без|не) (?:(?!of )[^ ]+ )?(?:news|e ?mail|mail|marketing|promo|werb|conta[ct]t?|kontakt|consent|opt ?in|optin|opted in|agree|permission|marketable|mailable|confirm|verified|bestatigt|einwillig|anschreib|interes[st]|envoy|enviar|invia|send|wysyl|zgod|souhlas|рассыл|соглас|беспок|писать)/,
    'unsubscribed',
  ),
  // A yes to what has not come, or is over.
  sure(
    /(?:opt ?in|optin|consent|permission|confirm(?:ation)?|verification|agreement|einwilligung|bestatigung) (?:is |was |has |not |yet )*(?:pending|missing|expired|required|requested|awaited|outstanding|lacking|needed|ausstehend|fehlt|abgelaufen)|\b(?:pending|awaiting|awaits|missing|expired|needs?|lacks?|waiting for) (?:the |an? )?(?:opt ?in|consent|permission|confirm|verification|agreement)|^(?:is )?pending$/,
    'unsubscribed',
  ),
  sure(/\b(?:unconfirmed|unverified|unmarketable|unmailable|uncontactable|no ?mail)\b/, 'unsubscribed'),
  sure(
    /(?:consent|opt ?in|news ?letter|marketing|permission)s? (?:was |is )?(?:declin|denied|deny|refus|reject|verweigert|abgelehnt)/,
    'unsubscribed',
  ),
  sure(
    /complain|\bspam\b|\babuse\b|\bfbl\b|beschwerde|plainte|queja|reclamo|reclamac|klacht|skarga|stiznost|жалоб|sikayet/,
    'complained',
  ),
  sure(
    /bounc|undeliver|\binvalid|\bclean(?:ed)?\b|\bclean time\b|unzustell|ruckl|rebond|rebot|rimbalz|odbit|недостав|\bnpai\b/,
    'bounced',
  ),
  sure(
    /unsub|\bun subscri|\b(?:not|never|non|no longer) subscri|desubscri|opt(?:ed|ing)? ?outs?\b|optout|\bopted out/,
    'unsubscribed',
  ),
  sure(
    /black ?list|block ?list|suppress|\bsuspend(?:ed)?\b|do ?not (?:allow )?(?:bulk )?(?:e ?mail|contact|mail|send|disturb)|\bno (?:email|mail|contact|marketing)\b|\bdnc\b|\bdnd\b|exclud|\bopted? off\b/,
    'unsubscribed',
  ),
  sure(
    /(?:e ?mail|mail|delivery|reception) (?:is |was )?(?:disabled|blocked|stopped|off)\b|globally? unsub|revoke|withdrawn|withdrawal|\bleft (?:at|on|date|time)\b|\bdeleted\b|\bremoved (?:at|on|date)\b|cancel(?:l)?ed (?:at|on|date)|cancellation|\bleft the\b|\bleaving\b|\bobjecti?(?:on|ed)\b|^stop$/,
    'unsubscribed',
  ),
  sure(
    /abgemeldet|abmeld|ausgetragen|austritt|gesperrt|widerruf|widerspruch|widersprochen|abbestell|werbesperre|kundigung/,
    'unsubscribed',
  ),
  sure(
    /desabonn|desinscri|desinscr|desiscr|refus|opposition|(?:de|da) baja|\bbaja\b|desuscri|disiscri|disiscr|descadastr|desinscri|cancelaci/,
    'unsubscribed',
  ),
  sure(
    /uitgeschrev|uitschrij|afgemeld|afmeld|wypisa|rezygnac|odhlas|avregistr|avmeld|frameld|avprenum|peru(?:ut|t)|leiratkoz|dezabon|отпис|відпис|abonelikten c|abonelikten ay|配信停止|退会|退订|退訂|수신거부|해지/,
    'unsubscribed',
  ),
  sure(/confirmed opt ?in|double opt ?in|\bdoi\b|opt ?in confirm/, 'confirmed'),
  sure(
    /\b(?:marketable|mailable|emailable|contactable)\b|\b(?:may|can) (?:we )?(?:e ?mail|contact)\b|\b(?:wants?|receives?) (?:our |the )?(?:e ?mails?|news|marketing|promo)|(?:mails?|post|news\w*|werbung|kontakt\w*) (?:ist |is |are )?(?:erlaubt|gestattet|gewunscht|permitted)|kontakterlaubnis/,
    'opt_in',
  ),
  sure(
    /opt(?:ed|s|ing)? ?in\b|optin|consent|permission|\bgdpr\b|dsgvo|\brgpd\b|\blgpd\b|accepts? (?:e ?mail )?(?:marketing|mail|news|promo)|agree|\be ?mail ok\b|(?:marketing|news ?letter) (?:allowed|accepted|ok|yes|email|emails)/,
    'opt_in',
  ),
  sure(
    /einwillig|zustimm|einverstand|werbeerlaub|consentement|accord|accepte|autoris|consentimiento|acepta|autoriza|consenso|consentimento|aceita|toestemming|akkoord|zgod|souhlas|suhlas|samtyck|samtykk|suostum|hozzajarul|acord\b|consimtamant|соглас|згод|onay\b|izin\b|\bizni\b|同意|許可|동의/,
    'opt_in',
  ),
  sure(
    /subscri(?:bed|ption|ber status|be)\b|subscribed|subscriber (?:since|status|state)|abonn|abonat|angemeldet|anmeld|eingetragen|\binscri|suscri|iscri(?:tt|zion)|assinant|assinatura|ingeschrev|inschrij|aangemeld|subskryb|zapisan|prihlas|odber|prenumer|tilmeld|pameld|tilaaj|tilaus|feliratkoz|подпис|підпис|abone(?:lik)?\b|εγγραφ|購読|登録|订阅|訂閱|구독/,
    'subscribed',
  ),
  likely(
    /\bnews ?letters?\b|\bmailings?\b|(?:rund|info|news|werbe) ?mails?\b|\bsend (?:me )?e ?mails?\b|メール配信|\bmarketing\b|mailing ?list|\bpromo(?:tion(?:al|s)?)?\b|\bwerbung\b|rassylk|рассылк|boletin|bulletin|infolettre|nyhetsbrev|nyhedsbrev|nieuwsbrief|hirlevel|uutiskirje|メルマガ|뉴스레터/,
    'opt_in',
  ),
  likely(
    /\bconfirmed\b|\bconfirm (?:time|date|at|ip)\b|\bverified\b|bestatigt|confirme\b|confirmad|confermat|bevestigd|potwierdz|potvrzen|bekraft|vahvist|подтвержд|確認/,
    'confirmed',
  ),
  likely(/^abo$/, 'subscribed'),
  // CiviCRM's: after bounces, or because the person opted out.
  likely(/^(?:is |e ?mail |mail )?on hold(?: (?:at|on|since|date|until))?$/, 'unsubscribed'),
  likely(
    /^(?:is ?)?(?:active|enabled|activated|aktiv|aktiviert|actif|activo|attivo|ativo|actief|aktywny|aktivni|активен|active subscriber)(?: (?:at|on|am|date))?$/,
    'subscribed',
  ),
  likely(
    /^(?:is ?|has )?(?:inactive|disabled|deactivated|blocked|banned|archived|removed|stopped|quit|left|gone|inaktiv|deaktiviert|blockiert|ausgetreten|inactif|inactivo|bloque|desactive|desactivado|disattivato|desativado)(?: (?:at|on|am|date|by|reason|why|cause|since|until))?$/,
    'unsubscribed',
  ),
];
const statusSign =
  /\b(?:status|state|statut|estado|stato|stav|tila|allapot|durumu?|estatus|etat|zustand|\w+status|validity|deliverability|verdict)\b|статус|状態|状态|狀態|ステータス|상태/;
const ownStatus =
  /^(?:e ?mail |current |user )?(?:status|statut|estado|stato|stav|estatus|etat|tila|allapot|статус|durum|状态|狀態|状態|ステータス|상태)$/;
/** What else has a status in files of customers. */
const otherStatus =
  /\b(?:order|payment|paid|charge|pledge|transaction|donation|billing|invoice|shipping|shipment|delivery|fulfil\w*|marital|civil|family|lead|deal|sales|pipeline|approval|application|booking|ticket|attendee|attendance|patron|membership|employment|job|tax|kyc|vip|loyalty|project|task|plan|course|student|visa|bestell\w*|zahlung\w*|familienstand|commande|paiement|pedido|pago|ordine|pagamento)\b/;
/** These words beside `status` make it one of emails. */
const aboutEmail = /e ?mail|subscri|contact|marketing|newsletter|consent|opt ?in|mailing|abonn/;
/** About what people pay for, or how it came about: not where somebody stands. */
const aside =
  /\b(?:tier|plan|price|period|interval|amount|currency|type|mode|source|method|form|referr\w*|channel|medium|utm|id|uid|uuid|text)\b/;
/** When a status came about, which stands in a column of its own. */
const isOfStatusTime = /\b(?:date|time|timestamp|datum|fecha)\b/;
/** A status, as a number or a letter that only its program can read. */
const isStatusCode = (word: string): boolean =>
  statusSign.test(word) && /\b(?:id|code)\b/.test(word) && !otherStatus.test(word) && !isOfStatusTime.test(word);
/** Says more of a no. */
const explanation =
  /(?<!^no ?mail )\b(?:reason|why|cause|by|campaign|title|comment|note|notes|grund|motif|motivo|powod|duvod)\b/;

export interface NamedConsent {
  readonly sense: ConsentSense;
  /** `sure`: by the name alone; `likely`: where words that fit stand in it; `hint`: it tells of one, but not who. */
  readonly by: 'sure' | 'likely' | 'hint';
}

/** Whether the column is about another way of writing to somebody, or about an email rather than a person. */
export function isOfOtherThing(name: string): boolean {
  const word = fold(name);
  return otherThings.test(word) && !emailToo.test(word.replace(/e ?mail address/, ''));
}

/** What the column says of who agreed, by its name. Undefined where the name is of something else. */
export function consentInName(name: string): NamedConsent | undefined {
  const word = fold(name);
  if (word === '' || isOfOtherThing(name)) return undefined;
  const found = signs.find(({ sign }) => sign.test(word));
  const isNo = found !== undefined && ['unsubscribed', 'bounced', 'complained'].includes(found.sense);
  if (aside.test(word) && !isNo) return isStatusCode(word) ? { sense: 'status', by: 'hint' } : undefined;
  if (
    found !== undefined &&
    (counts.test(word) || aside.test(word) || (explanation.test(word) && found.sense !== 'bounced'))
  ) {
    return isNo ? { sense: found.sense, by: 'hint' } : undefined;
  }
  if (statusSign.test(word)) {
    if (otherStatus.test(word) || isOfStatusTime.test(word)) return undefined;
    const isSure = found?.isSure === true || ownStatus.test(word) || aboutEmail.test(word);
    return { sense: 'status', by: isSure ? 'sure' : 'likely' };
  }
  return found === undefined ? undefined : { sense: found.sense, by: found.isSure ? 'sure' : 'likely' };
}

const timed =
  /\b(?:at|on|time|date|timestamp|datetime|since|ts|datum|le|fecha|data|am|dato|dag|when|\w*datum|\w*zeit)\b|дата|日/;
const isIp = /\bip\b/;

/** When or from where a person agreed, or when it left. */
export function evidenceInName(name: string): 'optInAt' | 'optInIp' | 'leftAt' | undefined {
  const word = fold(name);
  const sense = consentInName(name)?.sense;
  if (sense === undefined || sense === 'bounced' || sense === 'complained' || sense === 'status') return undefined;
  if (isIp.test(word)) return sense === 'unsubscribed' ? undefined : 'optInIp';
  if (!timed.test(word)) return undefined;
  return sense === 'unsubscribed' ? 'leftAt' : 'optInAt';
}

const ofMail = /mail|news|contact|kontakt|\bupdate|hear from|in touch|inform|notif|communicat|send|post\b/;
/** Whether a yes or no in the column may be about emails, though its name does not say what. */
export function mayBeAboutMail(name: string): boolean {
  const word = fold(name);
  return ofMail.test(word) && ![otherStatus, aside, counts].some((sign) => sign.test(word)) && !isOfOtherThing(name);
}

const ofPreferences =
  /prefer|how often|\bhear\b|\bwrite\b|schreiben|praferenz|voorkeur|predvol|frequen|frecuen|haufigkeit|setting|einstellung|subscri|abo(?:nn|s)?\b|digest|alert|consent|permission|opt ?in|marketing|promo|correo|courriel/;
const namesMail = /e ?mails?\b|mailing|news ?letter|correo|courriel/;
/** Preferences of another kind, and what else is said of a contact. */
const otherPreference =
  /\b(?:language|locale|salutation|title|owner|company|name|client|source|channel|medium|referr\w*|utm|music|diet\w*|food|meal|drink|seat\w*|room|colou?r|theme|size|gift|payment|shipping|travel|genre|sprach\w*|anrede|langue|idioma|lingua|taal|provider|format|address|domain)\b/;
/** Whether the column may say how much email somebody wants. */
export function mayBePreference(name: string): boolean {
  const word = fold(name);
  if (otherPreference.test(word) || isOfOtherThing(name)) return false;
  return namesMail.test(word) || ((ofMail.test(word) || ofPreferences.test(word)) && !otherStatus.test(word));
}
/** Whether it can be about nothing else. */
export const namesMailIn = (name: string): boolean => namesMail.test(fold(name));

/** An IP is proof, and no answer. */
export const isIpName = (name: string): boolean => isIp.test(fold(name));
