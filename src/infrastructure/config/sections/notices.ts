import { emailAddress, emailAddresses, flag, notes } from '../fields/fields.js';

export const noticeFields = {
  NOTICE_FROM: emailAddress.optional().register(notes, {
    says: "The sender of this server's own email, for example to a team whose webhook fails: an address at a verified domain of any team.",
    unset: 'posthorn at the first of SANDBOX_DOMAINS, whose email never leaves this machine',
  }),
  TLS_REPORTS: flag.optional().register(notes, {
    says: 'Whether domains that ask for TLS reports (RFC 8460) get one a day from NOTICE_FROM, about the connections of DELIVERY_MODE=mx.',
    unset: '1 where NOTICE_FROM is set',
  }),
  NOTICE_TO: emailAddresses.optional().register(notes, {
    says: "The operators' addresses, to which the notices about any team are sent.",
    unset: 'no notice is sent; the log says it',
  }),
};
