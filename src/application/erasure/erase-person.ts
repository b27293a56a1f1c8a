import type { Position } from '../../domain/shared/recorded.js';
import { isOfEmail, type StreamName } from '../../domain/shared/stream-name.js';
import { delay, nextTurn } from '../shared/delay.js';
import type { Found, PersonErasurePorts } from '../shared/erasing.js';
import type { Provenance } from '../shared/handle.js';
import { noteAndPass, type ProcessManager } from '../shared/run-process-manager.js';
import { together } from './erase-emails.js';
import { completeErasure, eraseListed, type ErasingPorts, requestErasure } from './erase-listed.js';
import { type PeopleInLog, peopleInLog } from './find-in-resources.js';

export interface ErasedMails {
  /** Emails of which anything was erased. */
  readonly emails: number;
  /** Emails that are gone as a whole: body, subject and everything else. */
  readonly whole: number;
}

export type PersonErasingPorts = PersonErasurePorts & ErasingPorts;

const nothing: ErasedMails = { emails: 0, whole: 0 };

const pageSize = 500;
/** Names of streams, keys and blobs in one part: under a third of what an append may hold. */
const maxNamesOfPart = 5_000;

/**
 * Erases an address, given as its keyed hash, from everything that was written of it by now: each resource says what of
 * a person is in its events ({@link peopleInLog}). Found in the log itself, up to an end behind which nothing of it
 * lies; cut off at any point, {@link finishPerson} goes on.
 */
export async function erasePerson(
  ports: PersonErasingPorts,
  person: string,
  context: Provenance['context'],
): Promise<ErasedMails & { readonly erasureId: string }> {
  const erasureId = ports.ids.next();
  const provenance = { context, region: null };
  const data = { scope: 'person', person, streams: [], kids: [], blobIds: [] } as const;
  await requestErasure(ports, erasureId, data, provenance);
  return { erasureId, ...(await finishPerson(ports, erasureId, person, provenance)) };
}

/** Everything that is still there of the person, and then the word that it is done. Repeatable at any point. */
export async function finishPerson(
  ports: PersonErasingPorts,
  erasureId: string,
  person: string,
  provenance: Provenance,
): Promise<ErasedMails> {
  const people = peopleInLog(ports.resources);
  const openers = people.openers(ports);
  let total = nothing;
  let after: Position | undefined;
  // Erasing takes its time, and writes go on: until a look at the new end of the log finds none of the person.
  for (let again = true; again; ) {
    const walked = await eraseUntilEnd(ports, person, provenance, { people, openers }, after);
    const cutOff = openers.filter(({ backlog }) => walked.isAny && !backlog.isEmpty);
    for (const opener of cutOff) await opener.act();
    after = walked.position;
    total = sum(total, walked.erased);
    again = cutOff.length > 0 || walked.found > 0;
  }
  await completeErasure(ports, erasureId, { streams: [], kids: [], blobIds: [] }, provenance);
  return total;
}

interface Walked {
  readonly erased: ErasedMails;
  /** Events that held something of the person. */
  readonly found: number;
  /** Whether the walk came by any event at all. */
  readonly isAny: boolean;
  readonly position: Position | undefined;
}

/** One walk over the log from `after` to its end, erasing what it finds in parts. */
async function eraseUntilEnd(
  ports: PersonErasingPorts,
  person: string,
  provenance: Provenance,
  { people, openers }: { readonly people: PeopleInLog; readonly openers: readonly ProcessManager[] },
  after: Position | undefined,
): Promise<Walked> {
  const filters = [people.filter, ...openers.map((opener) => opener.filter)];
  const filter = {
    categories: [...new Set(filters.flatMap(({ categories = [] }) => categories))],
    types: [...new Set(filters.flatMap(({ types = [] }) => types))],
  };
  let position = after;
  let [isAny, found] = [false, 0];
  let part: (Found & { readonly isMail: boolean })[] = [];
  let namesOfPart = 0;
  let erased = nothing;
  const through = new Set<StreamName>();
  const eraseFound = async (): Promise<void> => {
    if (part.length === 0) return;
    await eraseListed(ports, person, together(part), provenance);
    const mails = part.filter(({ isMail }) => isMail);
    erased = sum(erased, { emails: mails.length, whole: mails.filter(({ whole = false }) => whole).length });
    found += part.length;
    part = [];
    namesOfPart = 0;
  };
  for (let atEnd = false; !atEnd; ) {
    const from = position === undefined ? {} : { after: position };
    const page = await ports.store.readAll({ ...from, limit: pageSize, filter });
    for (const stored of page.events) {
      isAny = true;
      for (const opener of openers) {
        if (opener.filter.types?.includes(stored.type) !== false) noteAndPass(opener, stored);
      }
      if (through.has(stored.stream)) continue;
      const left = await people.find(ports, stored, person, provenance);
      if (left === undefined) continue;
      if (left.isAllOfStream === true) through.add(stored.stream);
      part.push({ ...left, isMail: isOfEmail(stored.stream) });
      namesOfPart += left.streams.length + left.kids.length + left.blobIds.length;
      if (namesOfPart >= maxNamesOfPart) await eraseFound();
      await nextTurn();
    }
    ({ position, atEnd } = page);
    // Where a server does this, its requests come first.
    await delay(0);
  }
  await eraseFound();
  return { erased, found, isAny, position };
}

function sum(one: ErasedMails, other: ErasedMails): ErasedMails {
  return { emails: one.emails + other.emails, whole: one.whole + other.whole };
}
