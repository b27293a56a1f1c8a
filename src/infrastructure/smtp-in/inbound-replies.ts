import { type Fault, faultReplies, refusalReply, type Reply } from './replies.js';

/** What is refused at the inbound listener beside what every session refuses. */
const ownReplies = {
  'not-here': {
    code: 550,
    enhanced: '5.1.1',
    text: 'Unknown return path; this server accepts reports about its own email only',
    status: 404,
  },
  'relays-nothing': {
    code: 550,
    enhanced: '5.7.1',
    text: 'This server does not receive email for this address and relays nothing',
    status: 403,
  },
  'reports-only': {
    code: 550,
    enhanced: '5.7.1',
    text: 'Only reports are accepted here',
    status: 403,
  },
  'another-domain': {
    code: 452,
    enhanced: '4.5.3',
    text: 'Recipients of one domain at a time; send another message to the rest',
    status: 422,
  },
  flooded: {
    code: 450,
    enhanced: '4.2.1',
    text: 'This address receives too much email right now; try again later',
    status: 429,
  },
  'mail-loop': {
    code: 554,
    enhanced: '5.4.6',
    text: 'The message has passed too many servers; it may be in a loop',
    status: 422,
  },
  'header-too-large': refusalReply('header-too-large', 'The header section is larger than 256 KiB or 10,000 lines'),
  'disk-full': refusalReply('disk-full', 'The disk of this server is full; try again later'),
} as const satisfies Record<string, Reply>;

/** The names are those of the metric `posthorn_inbound_refusals_total`. */
export type InboundFault = Fault | keyof typeof ownReplies;

export const inboundReplies: Readonly<Record<InboundFault, Reply>> = {
  ...faultReplies,
  ...ownReplies,
  // Its server keeps the email, and comes again.
  failed: { code: 421, enhanced: '4.3.0', text: 'The message could not be stored; try again later', status: 503 },
};
