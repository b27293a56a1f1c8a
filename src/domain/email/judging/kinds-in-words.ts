import type { ReplyKind } from './judgement.js';

/** What a reply was judged to be, for a person; nothing where the reply speaks for itself. */
export const kindsInWords: Readonly<Record<ReplyKind, string>> = {
  'no-mailbox': 'no such mailbox',
  'no-domain': 'the domain takes no mail',
  inactive: 'the mailbox is not in use',
  'mailbox-full': 'the mailbox is full',
  restricted: 'the recipient takes no mail from this sender',
  'too-large': 'the message is too large',
  attachment: 'an attachment is refused',
  content: 'the content is refused',
  reputation: 'the receiver distrusts where the mail comes from',
  policy: 'a policy of the receiver',
  rate: 'too much at once for the receiver',
  identity: 'the receiver wants a better name or reverse DNS of this server',
  config: 'something about the sending side is to be put right',
  passing: '',
  route: 'no way to the mailbox',
  'no-reply': '',
  unknown: '',
};
