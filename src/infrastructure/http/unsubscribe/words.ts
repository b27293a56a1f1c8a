import type { AskedWords, PageWords as ShownWords } from '../../../application/ports/consent-proof.js';
import { wordsVersion } from '../../../application/unsubscribe/form-token.js';
import { type PageLanguage, pageLanguages } from '../../../domain/shared/page-language.js';

/** What visitors read, in each language. `wordsVersion` of the form's token changes with it: consents name it. */
export interface PageWords {
  readonly title: string;
  readonly of: (address: string) => string;
  readonly from: (sender: string) => string;
  readonly leaveTopic: (topic: string) => string;
  readonly leaveAll: string;
  readonly leaveButton: string;
  readonly left: (scope: string) => string;
  readonly leftAll: string;
  readonly thisTopic: string;
  readonly choose: string;
  readonly topics: string;
  readonly noMarketing: string;
  readonly noMarketingHint: string;
  readonly save: string;
  readonly saved: string;
  readonly notOurs: string;
  readonly notOursHint: string;
  readonly tooOld: string;
  readonly tooOldHint: string;
  readonly busy: string;
  readonly busyHint: string;
}

const en: PageWords = {
  title: 'Email preferences',
  of: (address) => `This is about emails to ${address}.`,
  from: (sender) => `Sent by ${sender}.`,
  leaveTopic: (topic) => `Unsubscribe from “${topic}”?`,
  leaveAll: 'Unsubscribe from all marketing emails?',
  leaveButton: 'Unsubscribe',
  left: (topic) => `You are unsubscribed from “${topic}”.`,
  leftAll: 'You are unsubscribed from all marketing emails.',
  thisTopic: 'emails like this one',
  choose: 'Choose which emails you get',
  topics: 'Topics',
  noMarketing: 'No marketing emails at all',
  noMarketingHint: 'Emails about your account or your orders still arrive.',
  save: 'Save',
  saved: 'Your choice is saved.',
  notOurs: 'This link does not work',
  notOursHint: 'It is too old or not complete. Use the link in a newer email.',
  tooOld: 'This page was open for too long',
  tooOldHint: 'Nothing was changed. Open the link in the email again.',
  busy: 'This does not work right now',
  busyHint: 'Nothing was changed. Try again in a moment.',
};

const de: PageWords = {
  title: 'Mail-Einstellungen',
  of: (address) => `Es geht um Nachrichten an ${address}.`,
  from: (sender) => `Gesendet von ${sender}.`,
  leaveTopic: (topic) => `„${topic}“ abbestellen?`,
  leaveAll: 'Alle Werbemails abbestellen?',
  leaveButton: 'Abbestellen',
  left: (topic) => `„${topic}“ ist abbestellt.`,
  leftAll: 'Alle Werbemails sind abbestellt.',
  thisTopic: 'Nachrichten wie diese',
  choose: 'Auswählen, welche Nachrichten Sie bekommen',
  topics: 'Themen',
  noMarketing: 'Gar keine Werbemails',
  noMarketingHint: 'Nachrichten zu Ihrem Konto oder Ihren Bestellungen kommen weiterhin.',
  save: 'Speichern',
  saved: 'Ihre Auswahl ist gespeichert.',
  notOurs: 'Dieser Link funktioniert nicht',
  notOursHint: 'Er ist zu alt oder nicht vollständig. Nehmen Sie den Link in einer neueren Mail.',
  tooOld: 'Diese Seite war zu lange geöffnet',
  tooOldHint: 'Es wurde nichts geändert. Öffnen Sie den Link in der Mail noch einmal.',
  busy: 'Das geht gerade nicht',
  busyHint: 'Es wurde nichts geändert. Versuchen Sie es gleich noch einmal.',
};

const fr: PageWords = {
  title: 'Préférences de courriel',
  of: (address) => `Il s’agit des courriels envoyés à ${address}.`,
  from: (sender) => `Envoyé par ${sender}.`,
  leaveTopic: (topic) => `Se désabonner de « ${topic} » ?`,
  leaveAll: 'Se désabonner de tous les courriels promotionnels ?',
  leaveButton: 'Se désabonner',
  left: (topic) => `Vous êtes désabonné de « ${topic} ».`,
  leftAll: 'Vous êtes désabonné de tous les courriels promotionnels.',
  thisTopic: 'courriels comme celui-ci',
  choose: 'Choisir les courriels que vous recevez',
  topics: 'Sujets',
  noMarketing: 'Aucun courriel promotionnel',
  noMarketingHint: 'Les courriels sur votre compte ou vos commandes arrivent toujours.',
  save: 'Enregistrer',
  saved: 'Votre choix est enregistré.',
  notOurs: 'Ce lien ne fonctionne pas',
  notOursHint: 'Il est trop ancien ou incomplet. Utilisez le lien d’un courriel plus récent.',
  tooOld: 'Cette page est restée ouverte trop longtemps',
  tooOldHint: 'Rien n’a été modifié. Ouvrez de nouveau le lien du courriel.',
  busy: 'Ce n’est pas possible pour le moment',
  busyHint: 'Rien n’a été modifié. Réessayez dans un instant.',
};

const es: PageWords = {
  title: 'Preferencias de correo',
  of: (address) => `Se trata de los correos a ${address}.`,
  from: (sender) => `Enviado por ${sender}.`,
  leaveTopic: (topic) => `¿Cancelar la suscripción a «${topic}»?`,
  leaveAll: '¿Cancelar la suscripción a todos los correos comerciales?',
  leaveButton: 'Cancelar la suscripción',
  left: (topic) => `Tu suscripción a «${topic}» está cancelada.`,
  leftAll: 'Tu suscripción a todos los correos comerciales está cancelada.',
  thisTopic: 'correos como este',
  choose: 'Elegir qué correos recibes',
  topics: 'Temas',
  noMarketing: 'Ningún correo comercial',
  noMarketingHint: 'Los correos sobre tu cuenta o tus pedidos siguen llegando.',
  save: 'Guardar',
  saved: 'Tu elección está guardada.',
  notOurs: 'Este enlace no funciona',
  notOursHint: 'Es demasiado antiguo o está incompleto. Usa el enlace de un correo más reciente.',
  tooOld: 'Esta página estuvo abierta demasiado tiempo',
  tooOldHint: 'No se cambió nada. Abre de nuevo el enlace del correo.',
  busy: 'No es posible en este momento',
  busyHint: 'No se cambió nada. Inténtalo de nuevo en un momento.',
};

export const pageWords: Readonly<Record<PageLanguage, PageWords>> = { en, de, fr, es };

/** The first of `Accept-Language` that there is, by its weight (RFC 9110 §12.5.4); null where there is none. */
export function languageOf(acceptLanguage: string | undefined): PageLanguage | null {
  const wanted = (acceptLanguage ?? '')
    .split(',', 20)
    .map((each) => {
      const [tag = '', ...parameters] = each.trim().toLowerCase().split(';');
      const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  const known = wanted.flatMap(({ language }) => pageLanguages.filter((each) => each === language));
  return known[0] ?? null;
}

/**
 * What the pages of a link asked, in this language. Words of another version are those of another release: where they
 * are changed, keep the old ones here under their version.
 */
export function shownWords({
  wordsVersion: version,
  language,
  topicNames: [topic],
}: AskedWords): ShownWords | undefined {
  if (version !== wordsVersion) return undefined;
  const words = pageWords[language];
  const question = topic === undefined ? words.leaveAll : words.leaveTopic(topic);
  const choices = [words.choose, words.topics, words.noMarketing, words.noMarketingHint, words.save];
  return { title: words.title, words: [question, words.leaveButton, ...choices] };
}
