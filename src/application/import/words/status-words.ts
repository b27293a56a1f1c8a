import type { Standing } from '../../../domain/import/consent-columns.js';
import { fold, folded } from './fold.js';
import { deliveryIn } from './mail-delivery.js';

/** What services and people call where somebody stands. A word that is in none of them is no status. */
const words: Readonly<Record<Standing, ReadonlySet<string>>> = {
  subscribed: folded(
    'subscribed,subscriber,active,confirmed,enabled,opted in,opt in,optin,double opt in,single opt in,regular,member',
    'marketable,marketable confirmed,unengaged marketable,granted,allow,allowed,normal,accepted,agreed,consented,marketing contact,contactable,free,premium,paid,comped,gifted,deliverable,express,explicit,cold,cold subscriber,valid,verified',
    'aktiv,abonniert,angemeldet,bestätigt,abonnent,eingetragen,registriert,zugestimmt',
    'abonné,abonnée,inscrit,inscrite,actif,active,confirmé,confirmée,accepté',
    'suscrito,suscrita,activo,activa,confirmado,confirmada,inscrito,inscrita,aceptado',
    'iscritto,iscritta,attivo,attiva,confermato,confermata',
    'ativo,ativa,assinante,assinado',
    'ingeschreven,aangemeld,actief,bevestigd,geabonneerd',
    'subskrybent,zapisany,zapisana,aktywny,aktywna,potwierdzony,potwierdzona,zasubskrybowany',
    'přihlášen,přihlášený,aktivní,potvrzený,odběratel,prihlásený',
    'prenumererar,prenumerant,bekräftad,tilmeldt,bekræftet,påmeldt,bekreftet,abonnerer',
    'tilaaja,tilannut,tilattu,aktiivinen,vahvistettu',
    'feliratkozott,aktív,megerősített,abonat,activ,confirmat',
    'подписан,подписана,активен,активный,активна,подтвержден,підписаний,активний',
    'abone,aktif,onaylandı,εγγεγραμμένος,ενεργός',
    '購読中,登録済み,有効,配信中,已订阅,已訂閱,有效,订阅,구독,구독중,구독 중',
  ),
  unsubscribed: folded(
    'unsubscribed,unsubscribe,unsub,opted out,opt out,optout,inactive,cancelled,canceled,removed,deleted,archived',
    'on hold,manually added,disabled,deactivated,blocklisted,blacklisted,block listed,black listed,blocked,banned,suppressed,stopped,left,withdrawn,revoked',
    'not allowed,do not allow,donotcontact,donotemail,suspended,manual suppression,denied,declined,refused,not active,do not contact,do not email,do not mail,excluded,globally unsubscribed,expired,paused,off,by user,by moderator,former',
    'abgemeldet,ausgetragen,gesperrt,inaktiv,widerrufen,gekündigt,deaktiviert,abbestellt,gelöscht',
    'désabonné,désabonnée,désinscrit,désinscrite,inactif,inactive,bloqué,supprimé,résilié,annulé,refusé',
    'baja,de baja,dado de baja,cancelado,cancelada,inactivo,inactiva,desuscrito,bloqueado,eliminado,rechazado',
    'disiscritto,disiscritta,cancellato,cancellata,inattivo,inattiva,bloccato,annullato,rimosso,disattivato',
    'descadastrado,descadastrada,inativo,inativa,desinscrito,descadastro,removido,desativado',
    'uitgeschreven,afgemeld,inactief,opgezegd,geblokkeerd,verwijderd',
    'wypisany,wypisana,nieaktywny,nieaktywna,zrezygnował,zablokowany,usunięty,anulowany',
    'odhlášen,odhlášený,neaktivní,zrušený,zablokovaný,odhlásený',
    'avregistrerad,avslutad,inaktiv,avmeldt,afmeldt,frameldt,avprenumererad,spärrad,slettet',
    'poistunut,peruttu,peruutettu,peruuttanut,ei aktiivinen,estetty',
    'leiratkozott,inaktív,törölt,dezabonat,inactiv,blocat',
    'отписан,отписана,отписался,отписалась,неактивен,неактивный,заблокирован,удален,відписаний',
    'abonelikten çıktı,abonelikten ayrıldı,ayrıldı,pasif,iptal,engellendi,διαγραμμένος,ανενεργός',
    '配信停止,解除,退会,無効,停止,已退订,已退訂,退订,无效,無效,수신거부,수신 거부,구독취소,구독 취소,해지',
  ),
  bounced: folded(
    'bounced,bounce,bouncing,hard bounced,hard bounce,soft bounced,soft bounce,hardbounce,softbounce,cleaned,invalid,undeliverable',
    'undelivered,non existent,not valid,invalid email,bad email,rejected,returned,mailbox full,unreachable,quarantined,dropped,held',
    'unzustellbar,ungültig,rückläufer,zurückgewiesen,bereinigt,limpiado,limpo,ripulito,opgeschoond,wyczyszczony',
    'rebond,rebondi,invalide,non distribué,erroné,nettoyé',
    'rebotado,rebote,inválido,no válido,devuelto',
    'rimbalzato,non valido,respinto,não entregue,rejeitado,devolvido',
    'gebounced,ongeldig,onbestelbaar,odbity,odbita,odbicie,nieprawidłowy,nedoručitelný,neplatný',
    'studsad,studsat,ogiltig,ugyldig,afvist,virheellinen,visszapattant,érvénytelen,respins,nevalid',
    'недоставлен,недействителен,недоступен,ошибка доставки,geçersiz,エラー,不達,退回,退信,弹回,반송,반송됨',
  ),
  complained: folded(
    'complained,complaint,complainer,spam,spam complaint,spam report,spam reported,marked as spam,marked spam,reported spam',
    'reported,abuse,abuse complaint,junk,fbl',
    'beschwerde,spambeschwerde,plainte,signalé comme spam,queja,denuncia,reclamo,segnalato,reclamação,klacht,skarga,stížnost',
    'klagomål,klage,valitus,panasz,plângere,жалоба,пожаловался,şikayet,迷惑メール,投诉,投訴,스팸',
  ),
  unconfirmed: folded(
    'pending,unconfirmed,not confirmed,unactivated,not activated,awaiting confirmation,waiting,awaiting,non subscribed,nonsubscribed',
    'not subscribed,never subscribed,non subscriber,no consent,not consented,not set,not specified,transactional,validating,draft,unverified',
    'implied,implicit,unknown,none,needs approval,invited,prospect,non marketing contact,not opted in,no opt in,not opted out,double opt in pending,new',
    'registered,imported,invitable,transactional only,churning,undefined,not contactable,unsure,requested,missing,legitimate interest',
    'neu,unbestätigt,nicht bestätigt,ausstehend,nicht angemeldet,wartend,offen,unbekannt',
    'en attente,non confirmé,non confirmée,non inscrit,non abonné,à confirmer,inconnu',
    'pendiente,sin confirmar,no confirmado,no suscrito,desconocido',
    'in attesa,non confermato,non iscritto,da confermare,sconosciuto',
    'pendente,não confirmado,não inscrito,aguardando,sem consentimento',
    'in afwachting,onbevestigd,niet bevestigd,niet ingeschreven,onbekend',
    'do aktywacji,do potwierdzenia,oczekujący,oczekujacy,niepotwierdzony,niepotwierdzona,nieznany,čekající,nepotvrzen,nepotvrzený,nepotvrzená,čakajúci',
    'väntande,obekräftad,ej bekräftad,afventer,ubekræftet,venter,ubekreftet,odottaa,vahvistamaton',
    'függőben,megerősítetlen,în așteptare,neconfirmat',
    'новый,новая,новый контакт,ожидает,ожидание,не подтвержден,неподтвержден,не подписан,очікує',
    'beklemede,onay bekliyor,onaylanmamış,εκκρεμεί,未確認,仮登録,未登録,待确认,待確認,未确认,未订阅,대기,미확인',
  ),
};

/** In a longer text the first of these counts: a service adds how it came about. Never a sign of a yes. */
const signs: readonly (readonly [RegExp, Standing])[] = [
  [/\b(?:complain|complaint|spam|abuse|junk)/, 'complained'],
  [/\b(?:bounce|undeliver|invalid|cleaned|rebot|rebond|rimbalz|ruckl|unzustell|odbit)/, 'bounced'],
  [
    /abgemeldet|abbestell|ausgetragen|desabonn|desinscri|desuscri|dessubscri|disiscri|descadastr|uitgeschrev|afgemeld|wypisa|odhlas|leiratkoz|avregistr|отпис|відпис|abonelikten/,
    'unsubscribed',
  ],
  [/\b(?:unsub|opt(?:ed)? out|optout|black ?list|block ?list|suppress|blocked|removed|cancel)/, 'unsubscribed'],
  [/\b(?:unconfirm|not confirm|un ?verified|pending|never|non|not|no consent|awaiting|waiting)\b/, 'unconfirmed'],
  [
    /\b(?:unconfirm|pending|ausstehend|wartet|attente|attesa|pendiente|pendente|afwachting|oczekuj|beklem)/,
    'unconfirmed',
  ],
];

/** RFC 3463 §2: lists of bounces have the code of the last answer as their status. */
const failedCode = /^[45]\.\d{1,3}\.\d{1,3}$/;

/** Words of a no that stand in no other kind of column: who left an email list, and whose address takes none. */
const plainNo =
  /unsub|\bno ?mail\b|opt(?:ed)? ?out|bounc|complain|\bspam\b|suppress|undeliver|black ?list|block ?list|abgemeldet|abbestellt|desabonn|desinscri|disiscri|descadastr|uitgeschrev|wypisan|odhlas|leiratkoz|avregistr|afgemeld|ausgetragen|gesperrt|ayrildi|отпис|відпис|配信停止|退订|수신거부/;

/** Whether somebody left by this word, whatever its column is called. */
export const saysNo = (text: string): boolean =>
  (plainNo.test(fold(text)) || failedCode.test(text)) && (standingOf(text) ?? deliveryIn(text)) !== undefined;

/** Undefined where no service calls it so. */
export function standingOf(text: string): Standing | undefined {
  if (failedCode.test(text)) return 'bounced';
  const word = fold(text);
  // The cautious one first: some words mean more than one thing.
  for (const standing of cautiousFirst) if (words[standing].has(word)) return standing;
  return signs.find(([sign]) => sign.test(word))?.[1] ?? (longYes.test(word) ? 'subscribed' : undefined);
}

const longYes = /^(?:subscribed|confirmed|opted in)\b/;

export const cautiousFirst = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'subscribed'] as const;
