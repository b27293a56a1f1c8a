import type { Standing } from '../../domain/import/consent-columns.js';
import { byContactField } from '../../domain/shared/contact-fields.js';
import type { ContactFields, SaidConsent } from '../contact/contact-change.js';
import { standingBy } from './judge-consent.js';
import type { RowRead } from './read-row.js';

/** A row with its number in the file, from 1. */
export interface Numbered extends RowRead {
  readonly row: number;
}

export interface Merged {
  readonly first: Numbered;
  /** As all of them say it together: the last word on each field, the most cautious on who agreed. */
  readonly read: RowRead;
  /** For each row behind the first, whether it said something new. */
  readonly isNews: readonly boolean[];
}

/** Rows of one address as one: a contact is written once for all of them. */
export function mergeRows([first, ...more]: readonly [Numbered, ...Numbered[]]): Merged {
  if (more.length === 0) return { first, read: first, isNews: [] };
  let read: RowRead = first;
  let text = JSON.stringify(read.fields);
  const isNews = more.map((row) => {
    const next = merged(read, row);
    const nextText = JSON.stringify(next.fields);
    const isOther =
      nextText !== text ||
      next.standing !== read.standing ||
      next.topics.length !== read.topics.length ||
      next.tags.length !== read.tags.length;
    read = next;
    text = nextText;
    return isOther;
  });
  return { first, read, isNews };
}

function merged(before: RowRead, row: RowRead): RowRead {
  const said = [before.standing, row.standing].filter((each): each is Standing => each !== undefined);
  const standing = standingBy(said);
  const evidence = standing === before.standing && row.standing !== standing ? before : row;
  const tags = row.tags.length === 0 ? before.tags : [...new Set([...before.tags, ...row.tags])];
  return {
    fields: mergedFields(before.fields, row.fields),
    standing,
    saidAt: evidence.saidAt,
    ip: evidence.ip,
    since: before.since ?? row.since,
    topics: row.topics.length === 0 ? before.topics : mergedTopics(before.topics, row.topics),
    tags,
  };
}

function mergedFields<Fields extends ContactFields>(before: Fields, row: Fields): Fields {
  const properties = row.properties === undefined ? before.properties : { ...before.properties, ...row.properties };
  return {
    ...before,
    ...byContactField((key) => row[key] ?? before[key]),
    ...(properties === undefined ? {} : { properties }),
  };
}

/** A no stays. */
function mergedTopics(before: readonly SaidConsent[], row: readonly SaidConsent[]): readonly SaidConsent[] {
  const known = new Map(before.map((each) => [each.topicId, each]));
  for (const each of row) if (known.get(each.topicId)?.isSubscribed !== false) known.set(each.topicId, each);
  return [...known.values()];
}
