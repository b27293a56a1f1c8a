import type { ReplyKind } from './judgement.js';

/** What a reply was judged to be, for a person; nothing where the reply speaks for itself. */
export const kindsInWords: Readonly<Record<ReplyKind, string>> = {
  'no-mailbox': 'this mailbox does not exist',
  'no-domain': 'this domain does not accept email',
  inactive: 'this mailbox is inactive',
  'mailbox-full': 'the mailbox is full',
  restricted: 'the recipient does not accept email from this sender',
  'too-large': 'the message is too large',
  attachment: 'an attachment was rejected',
  content: 'the content was rejected',
  reputation: 'sender reputation problem: the IP or domain is blocklisted',
  policy: 'blocked by the recipient’s mail policy',
  rate: 'rate limited by the recipient’s server',
  'too-many-recipients': 'too many recipients in one transaction',
  identity: 'reverse DNS (PTR) or HELO name rejected',
  'tls-required': 'the recipient’s server requires TLS',
  config: 'sending configuration problem',
  passing: '',
  route: 'no route to the mailbox',
  'no-reply': '',
  unknown: '',
};
