import { rule, type TextRule } from './text-rule.js';

/**
 * What receivers write in other languages: words for the mailbox beside words for what is wrong with it, in either
 * order. Lower case and without accents, as `unfolded` leaves a reply. What speaks of the sender is known by its own
 * words (`namedBeside`).
 */
const mailbox = [
  'benutzer|nutzer|empfanger\\w*|adressat|teilnehmer|konto|postfach|e-mail-adresse|adresse|mailbox',
  "utilisateur|destinataire|compte|boite(?: aux lettres)?|abonne|l'adresse",
  'usuario|utilizador|destinatario|cuenta|conta|buzon|casilla|caixa(?: postal| de correio)?|direccion|endereco',
  'utente|casella|indirizzo|account',
  'uzytkownik|adresat|odbiorca|skrzynka|adres',
  'uzivatel|pouzivatel|prijemce|schranka|ucet|adresa',
  'gebruiker|ontvanger|postbus|e-mailadres',
  'anvandare\\w*|mottagare\\w*|bruger\\w*|bruker\\w*|modtager\\w*|mottaker\\w*|kontoe?[nt]|adressen',
  'kayttaja\\w*|vastaanottaja\\w*',
  'kullan[iı]c[iı]|al[iı]c[iı]|hesap|posta kutusu',
  'felhasznalo|cimzett|postafiok',
  'utilizatorul?|destinatarul?|contul',
].join('|');

const missing = [
  'unbekannte?r?|existiert nicht|nicht (?:gefunden|bekannt|vorhanden)|gibt es nicht',
  "inconnue?|inexistante?|introuvable|n'existe (?:pas|plus)|invalide",
  'desconocid[oa]|desconhecid[oa]|inexistente|(?:no|nao) (?:existe|encontrad[oa])',
  'sconosciut[oa]|inesistente|non (?:trovat[oa]|esiste)',
  'nieznan[yae]|nie (?:istnieje|znaleziono)',
  'neexistuje|nenalezena?|neznam[yae]',
  'onbekende?|bestaat niet|niet gevonden',
  'finns inte|findes ikke|finnes ikke|eksisterer ikke|okand|ukendt|ukjent|hittades inte',
  'ei loydy|ei ole olemassa|tuntematon',
  'bulunamad[iı]|yok|mevcut degil',
  'nem letezik|nem talalhato|ismeretlen',
  'nu exista|necunoscuta?|inexistenta?',
].join('|');

const full = [
  'voll|uberschritten|uberfullt',
  'pleine?|depassee?|saturee?',
  'llen[oa]|excedid[oa]|superad[oa]|chei[oa]|lotad[oa]',
  'pien[oa]|superat[oa]',
  'pe[lł]n[ay]|przepe[lł]\\w*|plna',
  'vol|full[ta]?|fuld|taynna|dolu|megtelt|plina',
].join('|');

const inactive = [
  'gesperrt|deaktiviert|inaktiv|geschlossen',
  'desactivee?|inactive?|suspendue?|fermee?|bloquee?',
  'desactivad[oa]|deshabilitad[oa]|desativad[oa]|suspendid[oa]|suspens[oa]|inactiv[oa]|inativ[oa]|bloquead[oa]',
  'disattivat[oa]|disabilitat[oa]|sospes[oa]|bloccat[oa]',
  'zablokowan\\w*|nieaktywn\\w*|zawieszon\\w*|deaktivovan\\w*|zablokovan\\w*',
  'geblokkeerd|uitgeschakeld|gedeactiveerd|avstangd|sparrad|sperret',
].join('|');

const beside = (what: string, nouns = mailbox): RegExp =>
  new RegExp(
    `\\b(?:${nouns})(?![a-z]).{0,40}[^a-z](?:${what})(?![a-z])|\\b(?:${what}) (?:[a-z]+ )?(?:${nouns})(?![a-z])`,
  );

const person = [
  'benutzer|empfanger|adressat|utilisateur|destinataire|usuario|utilizador|destinatario|utente',
  'adresata|odbiorc[ey]|uzytkownika|gebruiker|ontvanger|anvandaren|mottagaren|brugeren|modtageren|brukeren|mottakeren',
].join('|');

const kept = [
  'gesperrt|blockiert|abgelehnt|bloquee?|refusee?|bloquead[oa]|rechazad[oa]|recusad[oa]|bloccat[oa]|rifiutat[oa]',
  'zablokowan[aey]|odrzucon[aey]|geblokkeerd|geweigerd|sparrad|blockerad|blokeret|blokkert|sperret',
].join('|');

/** What a person keeps from the mailbox, which is there. */
const byPerson = new RegExp(
  `\\b(?:${kept}) (?:durch|vom|von|par|por|pelo|da|przez|door|av|af) (?:(?:den|le|el|o|de) )?(?:${person})(?![a-z])|\\b(?:bloquee?|refusee?|bloccat[oa]|rifiutat[oa]) (?:par l|dall?)'(?:${person})(?![a-z])|\\b(?:vom|von dem|durch den) (?:${person}) (?:${kept})(?![a-z])`,
);

export const rulesInLanguages: readonly TextRule[] = [
  rule('restricted', byPerson),
  rule('mailbox-full', beside(full, `${mailbox}|quota|cuota|speicher\\w*`)),
  rule('mailbox-full', /ящик .{0,12}переполн|邮箱已满|信箱已滿/),
  rule('inactive', beside(inactive)),
  rule(
    'inactive',
    /(ящик|пользовател[а-я]*|уч[её]тная запись) .{0,20}(заблокирован|отключ[её]н|удал[её]н)|(用户|邮箱|帐号|账号|帳號).{0,4}(禁用|停用|冻结|凍結|注销|註銷)/,
  ),
  rule('no-mailbox', beside(missing)),
  rule('no-mailbox', /nessun utente|no existe dicha persona|nie ma takiego (uzytkownika|adresata|konta)/),
  rule(
    'no-mailbox',
    /(пользовател[а-я]*|получател[а-я]*|адресат|адрес|ящик) не (на.ден|существует)|нет такого (пользователя|получателя|адреса|ящика)|(用户|收件人|收件地址|邮箱|郵箱)不存在|宛先.{0,6}(不明|存在しません)|ティレクトリ.{0,10}(見つかりません|ありません)/,
  ),
  // Exchange, where no code of SMTP stands beside it.
  rule(
    'no-mailbox',
    /e-mail-adresse (konnte|kann|wurde) nicht gefunden|adresse de messagerie .{0,40}introuvable|no se encontro la direccion|indirizzo .{0,40}non e stato trovato|e-mailadres kan niet worden gevonden|nie mozna odnalezc .{0,40}adres|inte att hitta .{0,12}e-postadress|アトレスか見つかりません|找不到.{0,8}(邮件|郵件)地址/,
  ),
];
