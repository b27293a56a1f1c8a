import { eraseEmails, maxEmailsOfErasure } from '../../application/erasure/erase-emails.js';
import { erasePerson } from '../../application/erasure/erase-person.js';
import { streamsNaming } from '../../application/erasure/streams-naming.js';
import { counted } from '../../application/doctor/units.js';
import { addressHash } from '../../application/shared/address-hash.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { readMailbox } from '../../infrastructure/addresses/mailbox.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { resources } from '../resources/resources.js';
import { type IrreversibleOptions, wouldDo } from './shared/command.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

const aftermath =
  'A running server empties its catcher and rebuilds its documents within seconds; otherwise the next start does.';

export interface EraseOptions extends IrreversibleOptions {
  readonly email?: string[];
}

/** What `erase` would do. */
export async function previewErase(
  config: Config,
  address: string | undefined,
  emailIds: readonly string[] | undefined,
): Promise<Outcome> {
  if (emailIds !== undefined && address === undefined) {
    const wanted = idsIn(emailIds);
    return withExisting(config, async ({ ports }) => {
      for (const id of wanted) {
        const [first] = await ports.store.readStream(streamName('email', id), { limit: 1 });
        if (first === undefined) throw new Declined(`There is no email ${id}: nothing would be erased.`);
      }
      return wouldDo(`Erase ${counted(wanted.length, 'whole email')}: content, recipients and attachments.`, {
        emails: wanted,
      });
    });
  }
  if (address === undefined || emailIds !== undefined) throw new Misused(oneOfBoth);
  const person = personIn(address);
  return withExisting(config, async ({ log, ports }) => {
    const named = await streamsNaming(ports, addressHash(await openKeyedHash(log.keys), person), resources);
    const text = `Erase this person from ${counted(named.emails, 'email')} and ${counted(named.others, 'other record')}.`;
    return wouldDo(text, named);
  });
}

const oneOfBoth = 'Give an email address, or email IDs with --email.';

/** `erase <address>`, or `erase --email <id…>` */
export async function erase(
  config: Config,
  address: string | undefined,
  emailIds: readonly string[] | undefined,
): Promise<Outcome> {
  if (address !== undefined && emailIds === undefined) return eraseAddress(config, address);
  if (address === undefined && emailIds !== undefined) return eraseMails(config, emailIds);
  throw new Misused(oneOfBoth);
}

/** What it answers and writes names the address nowhere. */
async function eraseAddress(config: Config, text: string): Promise<Outcome> {
  const address = personIn(text);
  return withExisting(config, async ({ log, ports }) => {
    const { keys, blobs, sealer } = log;
    const person = addressHash(await openKeyedHash(keys), address);
    const { context } = provenanceOf('erase', ports, null);
    const erased = await erasePerson({ ...ports, keys, blobs, sealer, resources }, person, context);
    const { erasureId, emails, whole } = erased;
    const counts = `Erased from ${emails} emails, ${whole} of them whole.`;
    return { result: erased, text: `${erasureId}\n${counts}\n${aftermath}` };
  });
}

/** The address is repeated nowhere. Throws {@link Misused}. */
function personIn(text: string): string {
  const read = readMailbox(text);
  if ('fault' in read) throw new Misused(`Not a valid email address. ${read.problem}.`);
  return read.mailbox.address;
}

function idsIn(emailIds: readonly string[]): readonly string[] {
  const wanted = [...new Set(emailIds.map((id) => id.toLowerCase()))];
  if (wanted.length > maxEmailsOfErasure) throw new Misused(`Name at most ${maxEmailsOfErasure} emails at once.`);
  return wanted;
}

async function eraseMails(config: Config, emailIds: readonly string[]): Promise<Outcome> {
  const wanted = idsIn(emailIds);
  return withExisting(config, async ({ log, ports }) => {
    const { context } = provenanceOf('erase', ports, null);
    const { keys, blobs } = log;
    const erased = await eraseEmails({ ...ports, keys, blobs, resources }, wanted, context);
    if ('refused' in erased) throw new Declined(`There is no email ${erased.emailId}: nothing was erased.`);
    const { erasureId } = erased;
    return { result: { erasureId, emails: wanted }, text: `${erasureId}\n${aftermath}` };
  });
}
