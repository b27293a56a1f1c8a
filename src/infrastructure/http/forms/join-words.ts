import type { AskedWords, PageWords } from '../../../application/ports/consent-proof.js';
import { wordsVersion } from '../../../application/unsubscribe/form-token.js';
import type { PageLanguage } from '../../../domain/shared/page-language.js';

/** What visitors read who join. A change of them is another `wordsVersion` of the form's token. */
export interface JoinWords {
  readonly title: string;
  readonly quoted: (topic: string) => string;
  readonly intro: (topics: string) => string;
  readonly email: string;
  readonly wrong: string;
  readonly trap: string;
  readonly join: string;
  readonly checkInbox: string;
  readonly checkInboxHint: (address: string) => string;
  readonly received: string;
  readonly confirmAsk: (topics: string) => string;
  readonly backIn: string;
  readonly confirmed: (topics: string) => string;
  readonly noForm: string;
  readonly noFormHint: string;
  readonly foreign: string;
  readonly foreignHint: string;
}

const en: JoinWords = {
  title: 'Subscribe',
  quoted: (topic) => `“${topic}”`,
  intro: (topics) => `Get ${topics} by email.`,
  email: 'Email address',
  wrong: 'Enter an email address, for example ada@example.com.',
  trap: 'Leave this field empty',
  join: 'Subscribe',
  checkInbox: 'Almost done: check your inbox.',
  checkInboxHint: (address) => `We sent an email to ${address}. Open the link in it to confirm. It works for 7 days.`,
  received: 'Thank you. Your sign-up was received.',
  confirmAsk: (topics) => `Subscribe to ${topics}?`,
  backIn: 'You unsubscribed from all marketing emails before. This ends that; other topics stay off.',
  confirmed: (topics) => `You are subscribed to ${topics}.`,
  noForm: 'This form is not available',
  noFormHint: 'It was removed or switched off. Nothing was saved.',
  foreign: 'This form can’t be used from this site',
  foreignHint: 'Nothing was saved. The owner of the form has not allowed the site.',
};

const de: JoinWords = {
  title: 'Anmelden',
  quoted: (topic) => `„${topic}“`,
  intro: (topics) => `${topics} per Mail bekommen.`,
  email: 'Mail-Adresse',
  wrong: 'Geben Sie eine Mail-Adresse ein, zum Beispiel ada@example.com.',
  trap: 'Dieses Feld leer lassen',
  join: 'Anmelden',
  checkInbox: 'Fast fertig: sehen Sie in Ihr Postfach.',
  checkInboxHint: (address) =>
    `Wir haben eine Nachricht an ${address} gesendet. Öffnen Sie den Link darin, um zu bestätigen. Er gilt 7 Tage.`,
  received: 'Vielen Dank. Ihre Anmeldung ist angekommen.',
  confirmAsk: (topics) => `Für ${topics} anmelden?`,
  backIn: 'Sie hatten alle Werbemails abbestellt. Das endet damit; andere Themen bleiben abbestellt.',
  confirmed: (topics) => `Sie sind für ${topics} angemeldet.`,
  noForm: 'Dieses Formular gibt es nicht',
  noFormHint: 'Es wurde entfernt oder abgeschaltet. Es wurde nichts gespeichert.',
  foreign: 'Dieses Formular ist auf dieser Website nicht erlaubt',
  foreignHint: 'Es wurde nichts gespeichert. Der Besitzer des Formulars hat die Website nicht zugelassen.',
};

const fr: JoinWords = {
  title: 'S’inscrire',
  quoted: (topic) => `« ${topic} »`,
  intro: (topics) => `Recevoir ${topics} par courriel.`,
  email: 'Adresse de courriel',
  wrong: 'Saisissez une adresse de courriel, par exemple ada@example.com.',
  trap: 'Laisser ce champ vide',
  join: 'S’inscrire',
  checkInbox: 'Presque terminé : consultez votre boîte de réception.',
  checkInboxHint: (address) =>
    `Nous avons envoyé un courriel à ${address}. Ouvrez le lien qu’il contient pour confirmer. Il est valable 7 jours.`,
  received: 'Merci. Votre inscription a bien été reçue.',
  confirmAsk: (topics) => `S’inscrire à ${topics} ?`,
  backIn:
    'Vous vous étiez désabonné de tous les courriels promotionnels. Cela y met fin ; les autres sujets restent désactivés.',
  confirmed: (topics) => `Vous êtes inscrit à ${topics}.`,
  noForm: 'Ce formulaire n’est pas disponible',
  noFormHint: 'Il a été supprimé ou désactivé. Rien n’a été enregistré.',
  foreign: 'Ce formulaire n’est pas autorisé sur ce site',
  foreignHint: 'Rien n’a été enregistré. Le propriétaire du formulaire n’a pas autorisé ce site.',
};

const es: JoinWords = {
  title: 'Suscribirse',
  quoted: (topic) => `«${topic}»`,
  intro: (topics) => `Recibe ${topics} por correo.`,
  email: 'Correo electrónico',
  wrong: 'Escribe una dirección de correo, por ejemplo ada@example.com.',
  trap: 'Deja este campo vacío',
  join: 'Suscribirse',
  checkInbox: 'Casi listo: mira tu bandeja de entrada.',
  checkInboxHint: (address) =>
    `Hemos enviado un correo a ${address}. Abre el enlace que contiene para confirmar. Funciona durante 7 días.`,
  received: 'Gracias. Hemos recibido tu suscripción.',
  confirmAsk: (topics) => `¿Suscribirse a ${topics}?`,
  backIn: 'Habías cancelado todos los correos comerciales. Esto lo termina; los demás temas siguen cancelados.',
  confirmed: (topics) => `Tu suscripción a ${topics} está activa.`,
  noForm: 'Este formulario no está disponible',
  noFormHint: 'Se eliminó o se desactivó. No se guardó nada.',
  foreign: 'Este formulario no se puede usar en este sitio',
  foreignHint: 'No se guardó nada. El dueño del formulario no ha permitido el sitio.',
};

export const joinWords: Readonly<Record<PageLanguage, JoinWords>> = { en, de, fr, es };

/** What a form asked, or the page of the link that confirms it; as `shownWords` of the pages to leave. */
export function shownJoinWords({
  means,
  wordsVersion: version,
  language,
  topicNames,
  button,
}: AskedWords): PageWords | undefined {
  if (version !== wordsVersion) return undefined;
  const words = joinWords[language];
  const topics = topicNames.map(words.quoted).join(', ');
  const asked =
    means === 'form'
      ? [words.intro(topics), words.email, button ?? words.join]
      : [words.confirmAsk(topics), words.join];
  return { title: words.title, words: asked };
}
