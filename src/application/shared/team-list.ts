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
}

/** The documents of a team by their ids, newest first, once the projection has what the team wrote. */
export async function teamList<Event extends DomainEvent, Document extends object>(
  { readStore, ownWrites }: Pick<Ports, 'readStore' | 'ownWrites'>,
  projection: Projection<Event, Document>,
  { teamId, page, equals = {}, search, tokens = [] }: TeamListRequest,
): Promise<Page<Document>> {
  await ownWrites.settled(teamId, projection.name);
  const given = Object.entries(equals).filter((entry): entry is [string, Scalar] => entry[1] !== undefined);
  const words = search === undefined ? [] : searchedWords(search);
  const definition = {
    shape: projection,
    teamId,
    equals: { teamId, ...Object.fromEntries(given) },
    orderBy: 'id',
    prefixes: [...words, ...tokens],
  };
  const found = await listPage<Document>(readStore, definition, page);
  return 'refused' in found || words.length === 0 ? found : { ...found, words };
}
