import { emailAddress, emailAddresses, notes } from '../fields/fields.js';

export const noticeFields = {
  NOTICE_FROM: emailAddress.optional().register(notes, {
    says: "The sender of this server's own email, for example to a team whose webhook fails: an address at a verified domain of any team.",
    unset: 'posthorn at the first of SANDBOX_DOMAINS, whose email never leaves this machine',
  }),
  NOTICE_TO: emailAddresses.optional().register(notes, {
    says: "The operators' addresses, to which the notices about any team are sent.",
    unset: 'no notice is sent; the log says it',
  }),
};
