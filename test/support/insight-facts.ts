import {
  type DomainFacts,
  type HtmlFacts,
  known,
  type MailFacts,
  type SendingHostFacts,
} from '../../src/domain/insight/facts.js';

const named = (name: string, registered = 'example.com') => ({ name, registered });

export const link = (name: string, registered = name) => ({ host: named(name, registered) });

export const html: HtmlFacts = {
  bytes: 4_096,
  links: [link('www.example.com', 'example.com')],
  images: [{ alt: 'Logo', width: 600, height: 200 }],
  textCharacters: 1_200,
};

export const domain: DomainFacts = {
  id: '0195d6a0-0000-7000-8000-0000000000d0',
  name: 'mail.example.com',
  returnPath: named('send.mail.example.com'),
  hasReturnPath: true,
  spf: known('verified'),
  signatures: [{ domain: named('mail.example.com'), selector: 'ph1', record: known('verified') }],
  dmarc: known({ state: 'published', foundAt: '_dmarc.example.com', policy: 'none', strictSpf: false }),
  tracking: { opens: true, clicks: true, host: 'links.mail.example.com', record: known('verified') },
};

export const host: SendingHostFacts = {
  helo: 'mx.example.net',
  heloAddresses: known(['192.0.2.25']),
  addresses: [
    {
      address: '192.0.2.25',
      names: known(['mx.example.net']),
      lists: [{ zone: 'list.example.org', isListed: known(false) }],
    },
  ],
};

/** An email of which every check passes. */
export const goodMail: MailFacts = {
  from: { localPart: 'shop', domain: named('mail.example.com') },
  headers: [],
  isBulk: true,
  hasOwnUnsubscribeLinks: true,
  textCharacters: 1_100,
  html: known(html),
  bytes: 20_000,
  attachments: [{ filename: 'invoice.pdf', contentType: 'application/pdf', bytes: 10_000, archive: null }],
  domain: known(domain),
  sendingHost: known(host),
  attempts: [{ tls: { protocol: 'TLSv1.3', authorized: true } }],
  topicDomains: known(['mail.example.com']),
};
