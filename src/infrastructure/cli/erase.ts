import { eraseEmails } from '../../application/erasure/erase-emails.js';
import type { Config } from '../config/config.js';
import { occasionOf, requireLog, withInstallation } from './installation.js';
import { Declined, type Outcome } from './outcome.js';

const aftermath =
  'A running server empties its catcher and folds its documents anew within seconds; otherwise the next start does.';

/** `erase --email <id…>` */
export async function erase(config: Config, emailIds: readonly string[]): Promise<Outcome> {
  requireLog(config);
  return withInstallation(config, async ({ log, ports }) => {
    const { context } = occasionOf('erase', ports, null);
    const { keys, blobs } = log;
    const wanted = [...new Set(emailIds.map((id) => id.toLowerCase()))];
    const erased = await eraseEmails({ ...ports, keys, blobs }, wanted, context);
    if ('refused' in erased) throw new Declined(`There is no mail ${erased.emailId}: nothing was erased.`);
    const { erasureId } = erased;
    return { result: { erasureId, emails: wanted }, text: `${erasureId}\n${aftermath}` };
  });
}
