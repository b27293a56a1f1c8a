import type { DomainEvent } from '../../domain/shared/decider.js';
import { searchedWords } from '../../projections/emails/email-tokens.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { Scalar } from '../ports/read-store.js';
import { listPage } from './list-page.js';
import type { Page, PageRequest } from './page.js';
import type { Ports } from './ports.js';

export interface TeamListRequest {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  /** Values of fields; undefined: any. */
  readonly equals?: Readonly<Record<string, Scalar | undefined>>;
  /** Beginnings of words that a document has all of. */
  readonly search?: string | undefined;
  /** Tokens that a document has all of, whole. */
  readonly tokens?: readonly string[];
  /** Newest first where it is absent. */
  readonly order?: TeamListOrder | undefined;
}

export interface TeamListOrder {
  /** A field that every document has. */
  readonly by: string;
  readonly isAscending: boolean;
}

/** The documents of a team, newest first or in another order, once the projection has what the team wrote. */
export async function teamList<Event extends DomainEvent, Document extends object>(
  { readStore, ownWrites }: Pick<Ports, 'readStore' | 'ownWrites'>,
  projection: Projection<Event, Document>,
  { teamId, page, equals = {}, search, tokens = [], order }: TeamListRequest,
): Promise<Page<Document>> {
  await ownWrites.settled(teamId, projection.name);
  const given = Object.entries(equals).filter((entry): entry is [string, Scalar] => entry[1] !== undefined);
  const words = search === undefined ? [] : searchedWords(search);
  const [onlyToken, ...others] = tokens;
  const definition = {
    shape: projection,
    teamId,
    equals: { teamId, ...Object.fromEntries(given) },
    ...(order === undefined ? { orderBy: 'id' } : orderedBy<Document>(teamId, order)),
    prefixes: [...words, ...tokens],
    ...(onlyToken === undefined || words.length > 0 || others.length > 0 || given.length > 0 ? {} : { onlyToken }),
  };
  const found = await listPage<Document>(readStore, definition, page);
  return 'refused' in found || words.length === 0 ? found : { ...found, words };
}

/** A page goes on from a document of the team alone; one that was deleted since has no place. */
function orderedBy<Document extends object>(teamId: string, { by, isAscending }: TeamListOrder) {
  const memberOf = (document: Document, name: string): Scalar => {
    const value: unknown = Object.entries(document).find(([key]) => key === name)?.[1];
    return typeof value === 'number' ? value : String(value);
  };
  return {
    orderBy: by,
    isAscending,
    place: {
      valueOf: (document: Document) => memberOf(document, by),
      belongs: (document: Document) => memberOf(document, 'teamId') === teamId,
      ofDeleted: () => undefined,
    },
  };
}
