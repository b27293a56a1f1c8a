import { standingsIn } from './read-file.js';

it.each([
  ['No newsletter', 'yes', 'no'],
  ['no_newsletter', '1', '0'],
  ['Kein Newsletter gewünscht', 'x', ''],
  ['Keine E-Mails', 'ja', 'nein'],
  ['Nicht anschreiben', 'ja', 'nein'],
  ['Ne pas contacter', 'oui', 'non'],
  ['Sans newsletter', 'oui', 'non'],
  ['No contactar', 'sí', 'no'],
  ['Non contattare', 'sì', 'no'],
  ['Não contactar', 'sim', 'não'],
  ['Niet mailen', 'ja', 'nee'],
  ['Nie wysyłać', 'tak', 'nie'],
  ['Не беспокоить', 'да', 'нет'],
  ['Not interested', 'x', ''],
  ['unconfirmed', 'true', 'false'],
  ['nomail', 'on', 'off'],
  ['Widerspruch', 'ja', 'nein'],
  ['Objection', 'yes', 'no'],
  ['STOP', 'yes', ''],
  ['Left the list', '2024-01-02', ''],
  ['Quit date', '2024-01-02', ''],
  ['Consent declined', 'yes', 'no'],
  ['Abo', 'gekündigt', 'aktiv'],
  ['Email validity', 'invalid', 'valid'],
  ['email_marketable', 'no', 'yes'],
  ['E-Mail erlaubt', 'nein', 'ja'],
  ['Kontakterlaubnis', 'nein', 'ja'],
  ['wants_newsletter', 'false', 'true'],
  ['receives_emails', 'no', 'yes'],
  ['Send emails?', 'No', 'Yes'],
  ['Mailing', 'nein', 'ja'],
  ['Info-Mails', 'nein', 'ja'],
  ['Akkoord', 'nee', 'ja'],
  ['Pazarlama izni', 'hayır', 'evet'],
  ['メール配信', 'いいえ', 'はい'],
  ['is_pending', 'true', 'false'],
  ['awaiting_confirmation', '1', '0'],
  ['Consent missing', 'yes', 'no'],
  ['Permission expired', 'x', ''],
  ['Needs confirmation', 'true', 'false'],
  // Words that deny, under a name that speaks of what people want.
  ['Email Preferences', 'None', 'All'],
  ['email preference', 'Nothing', 'Everything'],
  ['Newsletter frequency', 'Never', 'Weekly'],
  ['Email permission level', '0 - none', '1 - all'],
  ['Consent Type', 'none', 'express'],
  ['Subscribed to', 'no lists', 'all lists'],
  ['Newsletter', 'keine', 'alle'],
  ['E-Mail-Präferenzen', 'Keine', 'Alle'],
  ['Préférences e-mail', 'Aucune', 'Toutes'],
  ['Preferencias de correo', 'Ninguna', 'Todas'],
  ['Preferenze email', 'Nessuna', 'Tutte'],
  ['E-mailvoorkeuren', 'Niets', 'Alles'],
  ['Digest', 'disabled', 'daily'],
  ['Tila', 'Peruttu', 'Tilattu'],
  ['상태', '구독 취소', '구독'],
  ['状态', '退信', '已订阅'],
  ['Status', 'Odbicie', 'Aktywny'],
  ['mailing list', 'no thanks', 'yes please'],
  ['Preferences', "Don't email me", 'Email me'],
  ['mail_preference', 'nomail', 'html'],
  ['Email delivery', 'no email', 'digest'],
  ['How often should we write?', 'Never!', 'Once a week'],
  ['Abo-Typ', 'Kein Abo', 'Alle'],
])('reads `%s`: `%s` is no yes, `%s` is one', (name, no, yes) => {
  const said = standingsIn(`email,${name}\na@e.example,${no}\nb@e.example,${yes}\n`);
  expect(said).toEqual([
    expect.stringMatching(/^a: (?:unsubscribed|unconfirmed|bounced)$/),
    expect.stringMatching(/^b: s/),
  ]);
});

it.each([
  ['Contact preference', ['Email', 'No contact', 'Post']],
  ['Communication Preferences', ['Email', 'Do not contact', 'Phone']],
  ['Subscriptions', ['News;Offers', 'None', 'News']],
  ['Email topics', ['sale|news', '(none)', 'news']],
  ['Interest in emails', ['High', 'No interest', 'Low']],
  ['What do you want to hear about?', ['Everything', 'Nothing at all', 'News']],
])('asks about `%s`, where some deny and others say what it does not know', (name, texts) => {
  const rows = texts.map((text, index) => `a${index}@e.example,"${text}"\n`);
  expect(standingsIn(`email,${name}\n${rows.join('')}`)).toEqual([`asks: ${name}`]);
});

it.each([
  ['Dietary preference', ['None', 'Vegan', 'No nuts']],
  ['Language preference', ['en', 'none', 'de']],
  ['Payment frequency', ['monthly', 'never', 'yearly']],
  ['SMS preferences', ['All', 'None', 'All']],
  ['Comments', ['no thanks', 'hello', 'none']],
  ['Email client', ['none', 'Gmail', 'Outlook']],
  ['Preferred contact method', ['Email', 'Phone', 'No preference']],
  ['Order status', ['none', 'paid', 'open']],
])('finds no answer about email in `%s`', (name, texts) => {
  const rows = texts.map((text, index) => `a${index}@e.example,"${text}"\n`);
  expect(standingsIn(`email,${name}\n${rows.join('')}`)).toEqual(texts.map((_, index) => `a${index}: says nothing`));
});
