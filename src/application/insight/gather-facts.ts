import {
  type AttachmentFacts,
  type AttemptFacts,
  type HtmlFacts,
  known,
  type Looked,
  type MailFacts,
  type NameFacts,
  unknown,
} from '../../domain/insight/facts.js';
import { domainOfAddress, type Mailbox } from '../../domain/shared/mailbox.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { emailsMatching } from '../email/find-emails.js';
import type { Dns } from '../ports/dns.js';
import type { HtmlReader } from '../ports/html-reader.js';
import type { EmailBody } from '../ports/mail-composer.js';
import { listPage } from '../shared/list-page.js';
import type { Ports } from '../shared/ports.js';
import { boundedDns } from './bounded-dns.js';
import { domainFacts, type DomainFactsPorts } from './domain-facts.js';
import { lookUpMs, type SendingHost } from './sending-host.js';

/** An email to be judged, stored or not. */
export interface JudgedMail {
  readonly teamId: string;
  readonly domainId: string;
  readonly from: Mailbox;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: EmailBody;
  /** The whole message as it is sent, but for signatures. */
  readonly bytes: number;
  readonly attachments: readonly AttachmentFacts[];
  /** Asked for as bulk, or about something that can be left. */
  readonly isBulk: boolean;
  readonly hasOwnUnsubscribeLinks: boolean;
  /** Null where it is about none, or who asks may not know of other emails. */
  readonly topicId: string | null;
  readonly attempts: readonly AttemptFacts[];
  /** When it was last tried; undefined where it never was. */
  readonly triedAt: Position | undefined;
}

export interface GatherPorts extends DomainFactsPorts, Pick<Ports, 'readStore'> {
  readonly dns: Dns;
  readonly sendingHost: Pick<SendingHost, 'facts'>;
}

/** Everything that the rules judge by. What is looked up is bounded in time, and never fails. */
export async function gatherFacts(ports: GatherPorts, mail: JudgedMail, readHtml: HtmlReader): Promise<MailFacts> {
  const { registeredZoneOf } = ports.recordSettings;
  const named = (name: string): NameFacts => ({ name, registered: registeredZoneOf(name) });
  const { address } = mail.from;
  const domainName = domainOfAddress(address);
  const from = { localPart: address.slice(0, -domainName.length - 1), domain: named(domainName) };
  const ended = new AbortController();
  const dns = boundedDns(ports.dns, lookUpMs, ended.signal);
  try {
    const [html, domain, sendingHost, topicDomains] = await Promise.all([
      htmlFacts(mail.body.html, readHtml, named),
      domainFacts(ports, dns, { domainId: mail.domainId, from: from.domain, at: mail.triedAt }),
      ports.sendingHost.facts(),
      mail.topicId === null ? null : topicDomainsOf(ports, mail.teamId, mail.topicId, domainName),
    ]);
    const headers = mail.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
    return {
      from,
      headers,
      isBulk: mail.isBulk || headers.some(isOfBulk),
      hasOwnUnsubscribeLinks: mail.hasOwnUnsubscribeLinks,
      textCharacters: mail.body.text?.trim().length ?? 0,
      html,
      bytes: mail.bytes,
      attachments: mail.attachments,
      domain,
      sendingHost,
      attempts: mail.attempts,
      topicDomains,
    };
  } finally {
    ended.abort();
  }
}

/** Mailing lists name themselves (RFC 2919 §3), or a precedence. */
function isOfBulk([name, value]: readonly [string, string]): boolean {
  return name === 'list-id' || (name === 'precedence' && /^\s*(?:bulk|list)\s*$/i.test(value));
}

/** More of them say nothing new, and each host is looked up in a long list. */
const mostLinks = 5_000;

async function htmlFacts(
  html: string | undefined,
  readHtml: HtmlReader,
  named: (name: string) => NameFacts,
): Promise<Looked<HtmlFacts> | null> {
  if (html === undefined || html === '') return null;
  const read = await readHtml(html);
  if (read === undefined) return unknown('the html is too large or too deep to be read here');
  const { linkHosts, images, textCharacters } = read;
  const hosts = new Map<string, NameFacts>();
  const links = linkHosts.slice(0, mostLinks).map((name) => {
    const host = hosts.get(name) ?? named(name);
    hosts.set(name, host);
    return { host };
  });
  return known({ bytes: Buffer.byteLength(html), links, images, textCharacters });
}

/** The latest emails about a topic say what it is usually sent from. */
const latestEmails = 50;

async function topicDomainsOf(
  { readStore }: Pick<Ports, 'readStore'>,
  teamId: string,
  topicId: string,
  own: string,
): Promise<Looked<readonly string[]>> {
  const page = { limit: latestEmails };
  const found = await listPage<EmailDocument>(readStore, emailsMatching(teamId, { topicId }), page);
  if ('refused' in found) return unknown('the emails about the topic could not be listed');
  const others = found.documents.flatMap(({ from, erased }) => (erased ? [] : [domainShownIn(from)]));
  return known([...new Set([own, ...others])]);
}

/** The domain of a mailbox as it is shown: `Name <address>`, or the bare address. */
const domainShownIn = (from: string): string => domainOfAddress(from).replace(/>$/, '');
