import { summariesIn } from '../../domain/shared/event.js';
import type { SheetFact } from '../../domain/consent-sheet/sheet.js';
import type { ContactEvent } from '../../domain/contact/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import type { ImportDocument } from '../../projections/imports/imports.projection.js';
import { importsProjection } from '../../projections/imports/imports.projection.js';
import type { SuppressionDocument } from '../../projections/suppressions/suppressions.projection.js';
import { query } from '../access/use-case.js';
import type { AuditPorts } from '../audit/audit-resource.js';
import { factsIn, type FactPorts } from '../consent-sheet/facts.js';
import { auditContact } from '../contact/consent-history.js';
import { type ContactKey, contactsOfAddress, loadContact } from '../contact/contact-streams.js';
import { importerId } from '../../domain/shared/contact-origin.js';
import { findContact } from '../contact/find-contact.js';
import {
  type ContactSegment,
  type ContactTopic,
  getContact,
  segmentsOf,
  topicsOf,
  type ReadContactPorts,
} from '../contact/read-contacts.js';
import { getSuppression } from '../suppression/read-suppressions.js';
import { type EmailOfPerson, emailsOfPerson } from './emails-of-person.js';
import { type ReceivedOfPerson, receivedOfPerson } from './received-of-person.js';

/** GET /dashboard-api/contacts/{id or address}/export: also for an address that only emails know. */
export interface ExportPerson {
  readonly teamId: string;
  readonly key: ContactKey;
}

/** What happened to the contact, in a sentence. */
interface EventOfPerson {
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly summary: string;
  readonly actor: Actor;
}

/** All that a team keeps about one person. */
export interface PersonData {
  readonly address: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** Null when the address has no contact. */
  readonly contact: ContactDocument | null;
  readonly segments: readonly ContactSegment[];
  readonly topics: readonly ContactTopic[];
  readonly consents: readonly SheetFact[];
  readonly history: readonly EventOfPerson[];
  /** The files by which it came in or was changed; those that are deleted have their id alone. */
  readonly imports: readonly (Pick<ImportDocument, 'id'> & Partial<ImportDocument>)[];
  readonly suppression: SuppressionDocument | null;
  /** Newest first. */
  readonly emails: readonly EmailOfPerson[];
  /** Whether these are all emails. */
  readonly hasAllEmails: boolean;
  /** Newest first. */
  readonly received: readonly ReceivedOfPerson[];
  readonly hasAllReceived: boolean;
}

export type ExportPersonPorts = ReadContactPorts & FactPorts & AuditPorts;

export const ExportPerson = query({ name: 'ExportPerson', need: 'read-only', run: exportPerson });

/**
 * Everything that the team keeps about a person, for the person: of others who were written to in the same emails it
 * says nothing.
 * @returns undefined when the team keeps nothing about the address, or has no such contact.
 */
export async function exportPerson(
  ports: ExportPersonPorts,
  { teamId, key }: ExportPerson,
): Promise<PersonData | undefined> {
  const found = await findContact(ports, teamId, key);
  const address = 'address' in key ? key.address : found && reveal(found.state.described.profile)?.email;
  if (address === undefined) return undefined;
  const who = { teamId, key: { address } };
  const suppression = (await getSuppression(ports, who)) ?? null;
  const { emails, hasAll } = await emailsOfPerson(ports, teamId, address, sentences(ports));
  const events = await contactEvents(ports, teamId, address, found?.id);
  const { received, hasAll: hasAllReceived } = await receivedOfPerson(ports, teamId, address);
  const isUnknown = suppression === null && [events, emails, received].every(({ length }) => length === 0);
  if (isUnknown) return undefined;
  const audited = await auditContact(ports, teamId, address);
  const isOwn = new Set(events.map(({ id }) => id));
  return {
    address,
    exportedAt: new Date(ports.clock.now()).toISOString(),
    contact: (await getContact(ports, who)) ?? null,
    segments: (await segmentsOf(ports, who)) ?? [],
    topics: (await topicsOf(ports, who)) ?? [],
    consents: await factsIn(ports, teamId, events),
    history: (audited?.entries ?? [])
      .filter(({ id }) => isOwn.has(id))
      .map(({ time, type, summary, actor }) => ({ at: time, type, summary, actor })),
    imports: await importsOf(ports, events),
    suppression,
    emails,
    hasAllEmails: hasAll,
    received,
    hasAllReceived,
  };
}

const sentences = ({ resources }: AuditPorts) => summariesIn(resources.flatMap(({ streams }) => streams));

/** Those of the contact that has the address, and of those that were deleted with it. */
async function contactEvents(
  ports: ExportPersonPorts,
  teamId: string,
  address: string,
  currentId: string | undefined,
): Promise<readonly Recorded<ContactEvent>[]> {
  const events: Recorded<ContactEvent>[] = [];
  for (const id of await contactsOfAddress(ports, teamId, address)) {
    const { state, events: own } = await loadContact(ports, id);
    // One that has moved on is another address's.
    if (id !== currentId && state !== 'deleted') continue;
    events.push(...own);
  }
  return events;
}

/** A row of an import is written under the import's id. */
async function importsOf(
  { readStore }: ExportPersonPorts,
  events: readonly Recorded[],
): Promise<PersonData['imports']> {
  const own = events.filter(({ metadata }) => metadata.actor.id === importerId);
  const ids = [...new Set(own.map(({ metadata }) => metadata.correlationId))];
  return Promise.all(
    ids.map(async (id) => {
      const document = await readStore.get(importsProjection, id);
      return document ?? { id };
    }),
  );
}
