import type { DomainFacts, MailFacts } from './facts.js';
import { attention, improvement, passed, rule, unchecked, type Verdict } from './finding.js';
import { sources } from './sources.js';
import { listed } from '../shared/findings.js';

const noReplyLocalPart = /^(?:no|do[-_.]?not)[-_.]?reply(?:$|[-_.+])/i;

const noReply = rule(
  'no-reply',
  {
    title: 'The sender can be answered',
    why: 'People reply to this address unless there is a Reply-To. If they can’t, they report spam more often and trust the sender less.',
    source: sources.replies,
  },
  ({ from, headers }) => {
    const address = `${from.localPart}@${from.domain.name}`;
    if (!noReplyLocalPart.test(from.localPart)) return passed(`The sender is ${address}.`);
    const answered = headers.some(([name]) => name === 'reply-to') ? ', although answers go to Reply-To' : '';
    return attention(`The sender is ${address}${answered}.`, 'Send from an address whose replies someone reads.');
  },
);

const sendingSubdomain = rule(
  'sending-subdomain',
  {
    title: 'Email is sent from a subdomain',
    why: 'Each kind of email has a reputation of its own then, apart from that of your own mailboxes.',
    source: sources.yahoo,
  },
  ({ from: { domain } }) =>
    domain.name === domain.registered
      ? improvement(
          `${domain.name} is the domain that was registered.`,
          `Add a subdomain, such as mail.${domain.name}, and send from it.`,
          { kind: 'domains' },
        )
      : passed(`${domain.name} is a subdomain of ${domain.registered}.`),
);

const oneClickUnsubscribe = rule(
  'one-click-unsubscribe',
  {
    title: 'Bulk email can be unsubscribed from with one click',
    why: 'Gmail and Yahoo require it of bulk senders; without it people use the spam button.',
    source: sources.oneClick,
  },
  ({ isBulk, hasOwnUnsubscribeLinks, headers }) => {
    if (!isBulk) return undefined;
    if (hasOwnUnsubscribeLinks) return passed('Each recipient gets List-Unsubscribe with a link of its own.');
    const ways = headers.flatMap(([name, value]) => (name === 'list-unsubscribe' ? [value] : []));
    const takesPost = headers.some(
      ([name, value]) => name === 'list-unsubscribe-post' && /^\s*List-Unsubscribe=One-Click\s*$/i.test(value),
    );
    const remedy =
      'Name a `topic_id`, or set the header `X-Posthorn-Unsubscribe: one-click`: both add the links and take the answers.';
    const fix = { kind: 'topics' } as const;
    if (ways.length === 0) return attention('There is no List-Unsubscribe.', remedy, fix);
    if (!ways.some((way) => /<https:\/\//i.test(way))) {
      return attention('List-Unsubscribe has no https link, which one click needs.', remedy, fix);
    }
    return takesPost
      ? passed('List-Unsubscribe has an https link, and List-Unsubscribe-Post says that it takes one click.')
      : attention('There is no List-Unsubscribe-Post: List-Unsubscribe=One-Click.', remedy, fix);
  },
);

const oneFromDomain = rule(
  'one-from-domain',
  {
    title: 'A topic is sent from one domain',
    why: 'Receivers learn what to expect of a sender; the same email from changing domains looks like a spammer’s.',
    source: sources.google,
  },
  ({ topicDomains }) => {
    if (topicDomains === null) return undefined;
    if (topicDomains.kind === 'unknown') return unchecked(topicDomains.because);
    const { value: domains } = topicDomains;
    return domains.length <= 1
      ? passed(`The latest emails about this topic are all from ${listed(domains)}.`)
      : improvement(
          `The latest emails about this topic are from ${domains.length} domains: ${listed(domains)}.`,
          'Choose one domain for each topic.',
        );
  },
);

const clickTrackingHost = rule(
  'click-tracking-host',
  {
    title: 'Tracked links use a subdomain of yours',
    why: 'A host that many senders share is blocked for what any of them sends.',
    source: sources.yahoo,
  },
  (facts) => tracked(facts, ({ tracking }) => tracking.clicks, 'Click tracking'),
);

const openTrackingHost = rule(
  'open-tracking-host',
  {
    title: 'The pixel for opens uses a subdomain of yours',
    why: 'A host that many senders share is blocked for what any of them sends.',
    source: sources.yahoo,
  },
  (facts) => tracked(facts, ({ tracking }) => tracking.opens, 'Open tracking'),
);

export const unsubscribeRules = [oneClickUnsubscribe];
export const replyRules = [noReply];
export const senderRules = [sendingSubdomain, oneFromDomain, clickTrackingHost, openTrackingHost];

/** Judges what the settings of the domain say of one kind of tracking. */
function tracked({ domain }: MailFacts, isOn: (domain: DomainFacts) => boolean, what: string): Verdict {
  if (domain.kind === 'unknown') return unchecked(domain.because);
  const { id, tracking } = domain.value;
  const settings = { kind: 'domain-settings', domainId: id } as const;
  if (!isOn(domain.value)) return passed(`${what} is off for this domain.`);
  if (tracking.host === null) {
    return improvement(
      `${what} is on, and the domain has no tracking subdomain.`,
      'Choose a tracking subdomain and publish its record; until then nothing is tracked.',
      settings,
    );
  }
  if (tracking.record.kind === 'unknown') return unchecked(tracking.record.because);
  return tracking.record.value === 'verified'
    ? passed(`${what} uses ${tracking.host}.`)
    : improvement(
        `${what} is on, and DNS does not show the record of ${tracking.host}.`,
        'Publish the CNAME record of the tracking subdomain; until then nothing is tracked.',
        { kind: 'domain-records', domainId: id },
      );
}
