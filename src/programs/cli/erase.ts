import { eraseEmails, maxEmailsOfErasure } from '../../application/erasure/erase-emails.js';
import { erasePerson } from '../../application/erasure/erase-person.js';
import { addressHash } from '../../application/shared/address-hash.js';
import type { Config } from '../../infrastructure/config/config.js';
import { readMailbox } from '../../infrastructure/addresses/mailbox.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { resources } from '../resources/resources.js';
import { provenanceOf, withExisting } from './installation.js';
import { Declined, Misused, type Outcome } from './outcome.js';

const aftermath =
  'A running server empties its catcher and rebuilds its documents within seconds; otherwise the next start does.';

/** `erase <address>`, or `erase --email <id…>` */
export async function erase(
  config: Config,
  address: string | undefined,
  emailIds: readonly string[] | undefined,
): Promise<Outcome> {
  if (address !== undefined && emailIds === undefined) return eraseAddress(config, address);
  if (address === undefined && emailIds !== undefined) return eraseMails(config, emailIds);
  throw new Misused('Give an email address, or email IDs with --email.');
}

/** What it answers and writes names the address nowhere. */
async function eraseAddress(config: Config, text: string): Promise<Outcome> {
  const read = readMailbox(text);
  if ('fault' in read) throw new Misused(`Not a valid email address. ${read.problem}.`);
  return withExisting(config, async ({ log, ports }) => {
    const { keys, blobs, sealer } = log;
    const person = addressHash(await openKeyedHash(keys), read.mailbox.address);
    const { context } = provenanceOf('erase', ports, null);
    const erased = await erasePerson({ ...ports, keys, blobs, sealer, resources }, person, context);
    const { erasureId, emails, whole } = erased;
    const counts = `Erased from ${emails} emails, ${whole} of them whole.`;
    return { result: erased, text: `${erasureId}\n${counts}\n${aftermath}` };
  });
}

async function eraseMails(config: Config, emailIds: readonly string[]): Promise<Outcome> {
  const wanted = [...new Set(emailIds.map((id) => id.toLowerCase()))];
  if (wanted.length > maxEmailsOfErasure) throw new Misused(`Name at most ${maxEmailsOfErasure} emails at once.`);
  return withExisting(config, async ({ log, ports }) => {
    const { context } = provenanceOf('erase', ports, null);
    const { keys, blobs } = log;
    const erased = await eraseEmails({ ...ports, keys, blobs, resources }, wanted, context);
    if ('refused' in erased) throw new Declined(`There is no mail ${erased.emailId}: nothing was erased.`);
    const { erasureId } = erased;
    return { result: { erasureId, emails: wanted }, text: `${erasureId}\n${aftermath}` };
  });
}
