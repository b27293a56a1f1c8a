import { z } from 'zod';
import type { Settings } from '../../infrastructure/config/load.js';
import { requireAddress } from './address.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import { tableOfFields } from './operations/describe.js';
import { rowsOf } from './operations/pages.js';
import type { Outcome } from './shared/outcome.js';

const contact = z.looseObject({ id: z.string(), unsubscribed: z.boolean(), created_at: z.string() });
const suppression = z.looseObject({ id: z.string(), origin: z.string(), scope: z.string(), created_at: z.string() });

const shownEmails = 10;

/** `lookup <address>`: what a team has about an address: contact, suppression, and the newest emails. */
export function lookUp(settings: Settings, given: string, options: ServerOptions): Promise<Outcome> {
  const address = requireAddress(given);
  return withServer(settings, options, async (api) => {
    const named = encodeURIComponent(address);
    const [known, suppressed, emails] = await Promise.all([
      api.find(`/contacts/${named}`, contact),
      api.find(`/suppressions/${named}`, suppression),
      rowsOf(api, '/dashboard-api/emails', new URLSearchParams({ search: address }), shownEmails),
    ]);
    const isKnown = known !== undefined || suppressed !== undefined || emails.rows.length > 0;
    const lines = [
      known === undefined
        ? 'Contact      none'
        : `Contact      ${known.id} since ${known.created_at}${known.unsubscribed ? ', unsubscribed' : ''}`,
      suppressed === undefined
        ? 'Suppressed   no'
        : `Suppressed   since ${suppressed.created_at}: ${suppressed.origin}, applies to ${suppressed.scope}. To send again: posthorn suppressions remove ${suppressed.id}`,
      emails.rows.length === 0
        ? 'Emails       none'
        : `Emails\n${tableOfFields(emails.rows, ['id', 'created_at', 'last_event', 'from', 'subject'])}`,
    ];
    const result = { address, contact: known ?? null, suppression: suppressed ?? null, emails: emails.rows };
    return { result, text: lines.join('\n'), negative: !isKnown };
  });
}
