import type { Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, idOf } from '../../domain/shared/stream-name.js';
import { wordsOf } from '../emails/email-tokens.js';

/** What an entry of Activity is filtered by, each whole: no word begins with this sign. */
export function activityToken(what: 'by' | 'about' | 'of' | 'kind' | 'what', value: string): string {
  return `=${what}:${value}:`;
}

/** Ids, filters, and the words of what its data says in plain: no value about a person, no hash, no key. */
export function activityTokens({ stream, event, metadata: { actor } }: Recorded): readonly string[] {
  const [category, id] = [categoryOf(stream), idOf(stream)];
  const verbs = event.type.split(/(?=[A-Z])/).map((part) => part.toLowerCase());
  const ids = [id, ...textsIn(event.data)].filter((text) => isId.test(text)).slice(0, mostIds);
  const words = [...verbs, event.type.toLowerCase(), category, ...textsIn(event.data).flatMap(wordsOf)];
  const filters = [
    activityToken('by', actor.kind === 'cli' || actor.kind === 'system' ? actor.kind : actor.id),
    activityToken('kind', category),
    activityToken('of', id),
    ...ids.map((each) => activityToken('about', each)),
    activityToken('what', event.type),
    activityToken('what', verbs.at(-1) ?? ''),
  ];
  const found = new Set([id, ...words.slice(0, mostWords), ...filters].map((token) => token.slice(0, maxCharacters)));
  return [...found].filter((token) => token !== '').sort();
}

/** Limits of one event. */
const mostWords = 40;
const mostIds = 100;
const maxCharacters = 64;

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Hashes, keys and tokens. */
const opaque = /^[A-Za-z0-9+/_=-]{40,}$/;

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > mostOfText || opaque.test(value) ? [] : [value];
  // A personal value, in any of its three forms.
  if (typeof value !== 'object' || value === null || 'kid' in value) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Characters of what is said in words; more is content. */
const mostOfText = 1_000;
