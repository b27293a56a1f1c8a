import {
  addressToken,
  type ListedBy,
  type MemberResult,
} from '../../projections/broadcast-results/broadcast-results.document.js';
import {
  broadcastResultsProjection,
  departureId,
} from '../../projections/broadcast-results/broadcast-results.projection.js';
import { query } from '../access/use-case.js';
import type { ListQuery } from '../ports/read-store.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { LinkReader } from '../ports/html-tracker.js';
import type { ContentPorts } from '../template/template-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { linkNames, namedLinks } from './link-names.js';

export type RecipientType = ListedBy | 'unsubscribed';
export type RecipientPorts = LogPorts & ContentPorts & Pick<Ports, 'readStore'>;

/** GET /broadcasts/{id}/recipients. */
export interface ListRecipients {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly type: RecipientType;
  /** How the address begins. */
  readonly address?: string | undefined;
  /** Only those whose bounce was of this type. */
  readonly bounceType?: 'permanent' | 'transient' | 'undetermined' | undefined;
  /** `after` and `before`: the id of an email, exclusive, never both. */
  readonly page: { readonly limit: number; readonly after?: string; readonly before?: string };
  readonly linksIn: LinkReader;
}

export interface RecipientPage {
  readonly rows: readonly MemberResult[];
  readonly hasMore: boolean;
}

export const ListRecipients = query({
  name: 'ListRecipients',
  need: 'read-only',
  async run(ports: RecipientPorts, asked: ListRecipients): Promise<RecipientPage | undefined> {
    const loaded = await broadcastOfTeam(ports, asked.teamId, asked.broadcastId);
    if (loaded === undefined) return undefined;
    const { rows, hasMore } = await recipientsOf(ports, asked);
    if (rows.every(({ links }) => links.length === 0)) return { rows, hasMore };
    const nameOf = await linkNames(ports, loaded.state.sentAs, asked.linksIn);
    return { rows: rows.map((row) => ({ ...row, links: namedLinks(row, nameOf) })), hasMore };
  },
});

type ListedRecipients = Omit<ListRecipients, 'linksIn'>;

/** By the id of their email, which says nothing of when they got it. */
export async function recipientsOf(ports: Pick<Ports, 'readStore'>, asked: ListedRecipients): Promise<RecipientPage> {
  if (asked.type === 'unsubscribed') return departed(ports, asked);
  const { broadcastId, type, bounceType, address, page, teamId } = asked;
  const token = type === 'bounced' && bounceType !== undefined ? `bounced_${bounceType}` : type;
  const prefixes = [token, ...(address === undefined ? [] : [addressToken(address)])];
  const found = await walk(ports, { kind: 'member', broadcastId }, prefixes, page, teamId);
  return { rows: found.documents as readonly MemberResult[], hasMore: found.hasMore };
}

/** Who left is in a document of its own, beside that of the email. */
async function departed(ports: Pick<Ports, 'readStore'>, asked: ListedRecipients): Promise<RecipientPage> {
  const { broadcastId, address, page, teamId } = asked;
  if (address !== undefined) {
    // Few have an address that begins so.
    const those = await walk(ports, { kind: 'member', broadcastId }, [addressToken(address)], page, teamId);
    const members = those.documents as readonly MemberResult[];
    const ids = members.map(({ id }) => departureId(id));
    const left = await ports.readStore.getMany(broadcastResultsProjection, ids);
    return { rows: members.filter(({ id }) => left.has(departureId(id))), hasMore: those.hasMore };
  }
  const [after, before] = [page.after, page.before].map((id) => (id === undefined ? undefined : departureId(id)));
  const at = {
    limit: page.limit,
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
  const found = await walk(ports, { kind: 'departure', broadcastId }, ['unsubscribed'], at, teamId);
  const emailIds = found.documents.flatMap((document) => (document.kind === 'departure' ? [document.emailId] : []));
  const members = await ports.readStore.getMany(broadcastResultsProjection, emailIds);
  const rows = emailIds.flatMap((id) => (members.get(id)?.document as MemberResult | undefined) ?? []);
  return { rows, hasMore: found.hasMore };
}

async function walk(
  { readStore }: Pick<Ports, 'readStore'>,
  equals: ListQuery['equals'],
  prefixes: readonly string[],
  { limit, after, before }: ListRecipients['page'],
  forTeam: string,
) {
  const from = after ?? before;
  const direction = before === undefined ? 'asc' : 'desc';
  const place = from === undefined ? {} : { after: { value: from, id: from } };
  const query: ListQuery = { equals, prefixes, orderBy: 'id', direction, limit, forTeam, ...place };
  const { documents, hasMore } = await readStore.list(broadcastResultsProjection, query);
  const found = documents.map(({ document }) => document);
  return { documents: before === undefined ? found : found.reverse(), hasMore };
}
