import type { ContactEvent } from '../../domain/contact/events.js';
import { consentSheet } from '../../domain/consent-sheet/consent-sheet.js';
import { type ConsentSheet, type SheetStatement, signedText, statedText } from '../../domain/consent-sheet/sheet.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { team } from '../../domain/team/team.js';
import { command } from '../access/use-case.js';
import { type ContactKey, contactsOfAddress, loadContact } from '../contact/contact-streams.js';
import { findContact } from '../contact/find-contact.js';
import type { WriteContactPorts } from '../contact/contact-change.js';
import type { ConsentProof } from '../ports/consent-proof.js';
import { addressHash } from '../shared/address-hash.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import { changeOne } from '../shared/change-one.js';
import { load } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { factsIn } from './facts.js';

/** POST /dashboard-api/contacts/{id or address}/consent-sheet: also for an address whose contact was erased. */
export interface IssueConsentSheet {
  readonly context: RequestContext;
  readonly key: ContactKey;
}
export type IssueConsentSheetResult =
  | { readonly sheet: ConsentSheet }
  | { readonly refused: 'not-found' }
  | Unavailable;

export type IssueSheetPorts = WriteContactPorts & Pick<Ports, 'ownWrites'> & { readonly consentProof: ConsentProof };

export const IssueConsentSheet = command({ name: 'IssueConsentSheet', need: 'member', run: issueConsentSheet });

/**
 * Each yes and no of one person, signed. The log keeps a commitment to it under a secret that only the sheet has: who
 * holds it can show later that this is what the log said, also once nothing there names the person any more.
 */
export async function issueConsentSheet(
  ports: IssueSheetPorts,
  { context, key }: IssueConsentSheet,
): Promise<IssueConsentSheetResult> {
  const { teamId } = context;
  const person = await personOf(ports, teamId, key);
  if (person === undefined) return { refused: 'not-found' };
  const { address, contactIds, events } = person;
  const said: SheetStatement = {
    object: 'consent_sheet',
    version: 1,
    id: ports.ids.next(),
    issued_at: new Date(ports.clock.now()).toISOString(),
    team: { id: teamId, name: await nameOfTeam(ports, teamId) },
    address,
    contact_ids: [...contactIds],
    facts: [...(await factsIn(ports, teamId, events))],
  };
  const { publicKey, sign } = await ports.consentProof.sealKey();
  const secret = ports.consentProof.newSecret();
  const unproven = { ...said, secret, commitment: '', public_key: publicKey, signature: '' };
  const commitment = ports.consentProof.macOf(secret, statedText(unproven));
  const issued = { teamId, contactIds: said.contact_ids, facts: said.facts.length, commitment };
  const stream = streamName('consentsheet', said.id);
  const changed = await changeOne(ports, consentSheet, stream, { type: 'IssueSheet', issued }, context);
  if ('refused' in changed) return changed;
  const signed = { ...unproven, commitment };
  return { sheet: { ...signed, signature: sign(signedText(signed)) } };
}

interface Person {
  readonly address: string;
  readonly contactIds: readonly string[];
  readonly events: readonly Recorded<ContactEvent>[];
}

/** The contact that has the address, and those that are gone. One that has moved on is another address's. */
async function personOf(ports: WriteContactPorts, teamId: string, key: ContactKey): Promise<Person | undefined> {
  const address = 'address' in key ? key.address : await addressOf(ports, teamId, key);
  if (address === undefined) return undefined;
  const hash = addressHash(ports.hash, address);
  const contactIds: string[] = [];
  const events: Recorded<ContactEvent>[] = [];
  for (const id of await contactsOfAddress(ports, teamId, address)) {
    const { state, events: own } = await loadContact(ports, id);
    if (state === null || (state !== 'deleted' && state.addressHash !== hash)) continue;
    contactIds.push(id);
    events.push(...own);
  }
  return contactIds.length === 0 ? undefined : { address, contactIds, events };
}

async function addressOf(ports: WriteContactPorts, teamId: string, key: ContactKey): Promise<string | undefined> {
  const found = await findContact(ports, teamId, key);
  return found && reveal(found.state.described.profile)?.email;
}

async function nameOfTeam(ports: WriteContactPorts, teamId: string): Promise<string> {
  const { state } = await load(ports, team, streamName('team', teamId));
  return state.status === 'none' ? '' : state.name;
}
