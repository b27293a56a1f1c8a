import { z } from 'zod';
import { emailAddress, emailAddresses, flag, notes } from '../fields/fields.js';
import type { Paces } from './paces.js';

export const noticeFields = {
  NOTICE_FROM: emailAddress.optional().register(notes, {
    says: 'The sender of email from the server itself, for example to a team whose webhook fails. Use an address at a verified domain of any team.',
    unset: 'an address at the first domain in SANDBOX_DOMAINS (posthorn@…), whose email never leaves this machine',
  }),
  TLS_REPORTS: flag.optional().register(notes, {
    says: 'Whether the server sends a daily TLS report (RFC 8460) from NOTICE_FROM to each domain that requests reports. The report covers connections with DELIVERY_MODE=mx.',
    unset: '1 if NOTICE_FROM is set',
  }),
  NOTICE_TO: emailAddresses.optional().register(notes, {
    says: 'The addresses of the operators, who receive the notices about every team.',
    unset: 'none; the server logs that a notice was not sent',
  }),
};

const schema = z.object(noticeFields);

export function noticesOf(
  { NOTICE_FROM: from, NOTICE_TO: to = [], TLS_REPORTS: reports }: z.output<typeof schema>,
  { sandboxDomains, isDirect }: { readonly sandboxDomains: readonly string[]; readonly isDirect: boolean },
  paces: Paces,
) {
  const reportsTls = isDirect && (reports ?? from !== undefined);
  return {
    notices: { from: from ?? `posthorn@${sandboxDomains[0] ?? 'posthorn.test'}`, to },
    /** Null where none are sent. */
    tlsReports: reportsTls ? { spreadMs: paces.TLS_REPORT_SPREAD_MS, everyMs: paces.TLS_REPORT_EVERY_MS } : null,
  };
}
