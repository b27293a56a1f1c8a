import type { Variant } from '../../domain/broadcast/ab-test.js';
import { reveal } from '../../domain/shared/personal.js';
import type { MergeValues } from '../../domain/template/merge.js';
import { query } from '../access/use-case.js';
import { type ContactDocument, foldContact } from '../../projections/contacts/contacts.projection.js';
import type { FilteredPorts } from '../contact/filtered-contacts.js';
import { findContact } from '../contact/find-contact.js';
import type { WriteContactPorts } from '../contact/contact-change.js';
import { propertyFallbacks } from '../contact-property/contact-properties.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import type { LogPorts } from '../shared/handle.js';
import type { ContentPorts } from '../template/template-content.js';
import {
  type BroadcastContent,
  type MergedTexts,
  mergedTexts,
  openBroadcastContent,
  type Person,
  unknownPerson,
  valuesFor,
} from './broadcast-content.js';
import { conditionsOf, valuesOfConditions } from './conditions.js';
import { versionOf } from './broadcast-versions.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { contentOf } from './variant-content.js';

export type PreviewPorts = LogPorts & ContentPorts & TeamReadPorts & WriteContactPorts;

/** POST /dashboard-api/broadcasts/{id}/preview. */
export interface PreviewBroadcast {
  readonly teamId: string;
  readonly broadcastId: string;
  /** Whose values it has; null: as for somebody of whom nothing is known. */
  readonly contactId: string | null;
  /** An older version; undefined: as it is now. */
  readonly revision?: number | undefined;
  readonly variant?: Variant | undefined;
  /** Where the link to leave leads: there is no email that it could be of. */
  readonly leaveUrl: string;
}

type PreviewRefusal =
  | { readonly refused: 'not-found' }
  | { readonly refused: 'unknown-contact' }
  | { readonly refused: 'unknown-version' }
  | { readonly refused: 'no-variant' };

export const PreviewBroadcast = query({ name: 'PreviewBroadcast', need: 'read-only', run: previewBroadcast });

/** As that person would get it, by what is known of them now. */
async function previewBroadcast(
  ports: PreviewPorts,
  { teamId, broadcastId, contactId, revision, variant = 'a', leaveUrl }: PreviewBroadcast,
): Promise<MergedTexts | PreviewRefusal> {
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const { state, events } = loaded;
  const draft = revision === undefined ? (state.sentAs ?? state) : versionOf(state, events, revision)?.draft;
  if (draft === undefined) return { refused: 'unknown-version' };
  const reader = await readerNamed(ports, teamId, contactId);
  if (reader === undefined) return { refused: 'unknown-contact' };
  const reference = contentOf(draft, variant);
  if (reference === undefined) return { refused: 'no-variant' };
  const content = await openBroadcastContent(ports, reference);
  return textsFor(ports, teamId, { content, reader, given: {}, leaveUrl });
}

/** Whose values a content has. */
export interface Reader {
  readonly person: Person;
  /** Whom conditions are asked about; undefined: somebody of whom nothing is known. */
  readonly contact: ContactDocument | undefined;
}

export const unknownReader: Reader = { person: unknownPerson, contact: undefined };

/** @returns undefined where the team has no such contact, or it was erased. */
export async function readerNamed(
  ports: WriteContactPorts,
  teamId: string,
  contactId: string | null,
): Promise<Reader | undefined> {
  if (contactId === null) return unknownReader;
  const found = await findContact(ports, teamId, { id: contactId });
  const person = found === undefined ? undefined : reveal(found.state.described.profile);
  return found && person && { person, contact: foldContact(found.loaded.events) };
}

interface Asked {
  readonly content: BroadcastContent;
  readonly reader: Reader;
  /** In place of what is known of the person. */
  readonly given: MergeValues;
  readonly leaveUrl: string;
}

/** What one person reads, merged as it is when it is sent. */
export async function textsFor(
  ports: FilteredPorts,
  teamId: string,
  { content, reader: { person, contact }, given, leaveUrl }: Asked,
): Promise<MergedTexts> {
  const fallbacks = await propertyFallbacks(ports, teamId);
  const shown = await valuesOfConditions(await conditionsOf(ports, teamId, [content]), contact);
  return mergedTexts(content, { ...valuesFor(content, person, fallbacks, given), ...shown }, leaveUrl);
}
