import type { Source } from '../shared/findings.js';

const rfc = (number: number, section: string): Source => ({
  name: `RFC ${number} §${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}`,
});

/** RFCs, and the public pages of those who receive mail or filter it. */
export const sources = {
  google: { name: 'Google: Email sender guidelines', url: 'https://support.google.com/a/answer/81126' },
  yahoo: { name: 'Yahoo: Sender best practices', url: 'https://senders.yahooinc.com/best-practices/' },
  gmailFileTypes: { name: 'Gmail: blocked file types', url: 'https://support.google.com/mail/answer/6590' },
  gmailSize: { name: 'Gmail: attachment size limit', url: 'https://support.google.com/mail/answer/6584' },
  spamAssassin: {
    name: 'Apache SpamAssassin: tests HTML_IMAGE_ONLY',
    url: 'https://spamassassin.apache.org/old/tests_3_3_x.html',
  },
  dmarc: rfc(7489, '3.1'),
  dkim: rfc(6376, '3.5'),
  dmarcRecord: rfc(7489, '6.6.3'),
  oneClick: rfc(8058, '3.1'),
  replies: rfc(5322, '3.6.2'),
  blockLists: rfc(5782, '2.1'),
} as const satisfies Readonly<Record<string, Source>>;
