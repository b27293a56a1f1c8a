import type { Standing } from '../../../domain/import/consent-columns.js';
import { fold, folded } from './fold.js';

/** What programs of mailing lists call the column that says whether a member gets the list's messages. */
const names = folded(
  'delivery,mail delivery,email delivery,e mail delivery,message delivery,list delivery,member delivery,delivery status,delivery state,delivery mode,delivery option,delivery options,delivery setting,delivery settings,delivery preference,email delivery status',
  'role,list role,member role,reception,reception mode,receive mode,receiving,options,option,mail options,member options,subscription options,list options,list mode,mail mode',
  'zustellung,mailzustellung,e mail zustellung,nachrichtenempfang,nachrichtenzustellung,empfang,empfangsart',
  'réception,mode de réception,livraison,remise,distribution',
  'entrega,entrega de correo,recepción,modo de recepción,recepção,modo de recepção',
  'consegna,ricezione,modalità di ricezione,bezorging,aflevering,ontvangst',
  'dostarczanie,doręczanie,odbiór,doručování,příjem,doručovanie',
  'leverans,leverering,levering,toimitus,kézbesítés,livrare,recepție',
  'доставка,получение,teslimat,παράδοση,配信,受信,投递,接收,배달',
);

const gets = folded(
  'enabled,mail,regular,individual,single emails,each message,all messages,all email,html,mime,txt,text,plain,plain text,urlize,notice,summary,abridged,not me,active,normal',
  'digest,digests,digest plain,digestplain,mime digest,mime digests,plain digest,plaintext digests,plain text digest,summary digests,daily digest,weekly digest,full featured daily digest,plain daily digest,daily summary,member',
  'aktiviert,activé,activée,activado,activada,attivato,attivata,ativado,ativada,ingeschakeld,włączone,włączona,zapnuto,aktiverad,aktiveret,aktivert,включена,включено',
);
const getsNone =
  /^(?:disabled?|suspend(?:ed)?|deactivated|stopped|stop|paused|postponed?|vacation|no ?mail|no ?e mail|no ?email|none|off|deaktiviert|ausgesetzt|desactive|suspendu|desactivad|suspendid|disattivat|sospes|desativad|suspens|uitgeschakeld|opgeschort|wylaczon|zawieszon|vypnut|pozastaven|inaktiverad|deaktivere|отключен|приостановлен|выключен)|^by (?:bounces?|bouncing|user|member|subscriber|owner|moderator|admin|administrator|system|unknown)\b/;
const byBounce = /bounc|rebond|rebot|rimbalz|ruckl/;
/** Mailman 2 writes a letter: by bounces, by the user, by the administrator, unknown. */
const letters = /^(?:(?:on|yes|1)\s*)?[[(]([ABU?])[\])]$/i;

/** `DeliveryStatus.by_user`, as programs print a value of an enumeration. */
const member = /^<?[A-Za-z]\w*\.([A-Za-z]\w*)(?::.*>)?$/;

export const isDeliveryName = (name: string): boolean => names.has(fold(name));

/** Where a member stands by how the list is delivered to it. Undefined where no program of lists writes so. */
export function deliveryIn(text: string): Standing | undefined {
  const letter = letters.exec(text.trim())?.[1];
  if (letter !== undefined) return letter.toUpperCase() === 'B' ? 'bounced' : 'unsubscribed';
  const word = fold(member.exec(text.trim())?.[1] ?? text);
  if (gets.has(word)) return 'subscribed';
  if (getsNone.test(word)) return byBounce.test(word) ? 'bounced' : 'unsubscribed';
  // Mailman 3 keeps who only wrote to the list beside its members.
  return word === 'nonmember' || (word === 'unknown' && member.test(text)) ? 'unconfirmed' : undefined;
}
