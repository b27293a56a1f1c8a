import { command } from '../access/use-case.js';
import { deleteProperty, getProperty, teamProperties } from '../contact-property/contact-properties.js';
import { deleteSegment, getSegment } from '../segment/segments.js';
import type { FilterRefusal } from '../segment/named.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { deleteTopic, getTopic } from '../topic/topics.js';
import { replaceIn, type ReplacePorts } from './replace.js';
import { type Nameable, type Use, usesOf, type UsePorts } from './uses.js';

/** `replaceWith`: what is named in its place from then on; undefined: it is only deleted where nothing names it. */
interface Deletion {
  readonly context: RequestContext;
  readonly id: string;
  readonly replaceWith: string | undefined;
}

/** Names and ids of those that use it. */
interface InUse {
  readonly refused: 'in-use';
  readonly kind: Nameable['kind'];
  readonly uses: readonly { readonly kind: Use['kind']; readonly id: string; readonly name: string }[];
}
export type DeletionRefusal =
  | InUse
  | FilterRefusal
  | { readonly refused: 'unknown-replacement'; readonly id: string }
  /** In the form or the filter that names it, the other cannot stand. */
  | { readonly refused: 'unfit-replacement'; readonly kind: Use['kind']; readonly name: string };

type DeletePorts = UsePorts & ReplacePorts & Parameters<typeof deleteProperty>[0];

/** DELETE /segments/{id}: also answered where there is none, as the clients' own service does. Contacts stay. */
export const DeleteSegment = command({
  name: 'DeleteSegment',
  need: 'member',
  async run(ports: DeletePorts, deletion: Deletion): Promise<{ readonly id: string } | DeletionRefusal | Unavailable> {
    const { context, id } = deletion;
    const find = async (each: string): Promise<Nameable | undefined> =>
      (await getSegment(ports, { teamId: context.teamId, segmentId: each })) && { kind: 'segment', id: each };
    const refusal = await refusalOf(ports, deletion, find);
    if (refusal !== undefined) return refusal;
    const deleted = await deleteSegment(ports, context, id);
    return 'refused' in deleted && deleted.refused === 'unavailable' ? unavailable : { id };
  },
});

/** DELETE /topics/{id}. */
export const DeleteTopic = command({
  name: 'DeleteTopic',
  need: 'member',
  async run(ports: DeletePorts, deletion: Deletion) {
    const { context, id } = deletion;
    const find = async (each: string): Promise<Nameable | undefined> =>
      (await getTopic(ports, { teamId: context.teamId, topicId: each })) && { kind: 'topic', id: each };
    return (await refusalOf(ports, deletion, find)) ?? deleteTopic(ports, context, id);
  },
});

/** DELETE /contact-properties/{id}. It is replaced in filters; merge tags are changed in the content of a broadcast. */
export const DeleteContactProperty = command({
  name: 'DeleteContactProperty',
  need: 'member',
  async run(ports: DeletePorts, deletion: Deletion) {
    const { context, id } = deletion;
    const { teamId } = context;
    const find = async (each: string): Promise<Nameable | undefined> => {
      const known = await teamProperties(ports, teamId);
      const found =
        known.find(({ id: other, key }) => other === each || key === each) ??
        (await getProperty(ports, { teamId, propertyId: each }));
      return found && { kind: 'property', id: found.id, key: found.key };
    };
    return (await refusalOf(ports, deletion, find)) ?? deleteProperty(ports, context, id);
  },
});

/** It went, or was sent, meanwhile: what still uses it is looked for once more. */
const staysAsItIs: readonly string[] = ['already-sent', 'not-found'];

/** Replaces it where that was asked for. @returns undefined where nothing that the team has names it. */
async function refusalOf(
  ports: DeletePorts,
  { context, id, replaceWith }: Deletion,
  find: (id: string) => Promise<Nameable | undefined>,
): Promise<DeletionRefusal | Unavailable | undefined> {
  const { teamId } = context;
  const from = await find(id);
  if (from === undefined) return undefined;
  if (replaceWith !== undefined) {
    const to = await find(replaceWith);
    if (to === undefined || to.id === from.id) return { refused: 'unknown-replacement', id: replaceWith };
    for (const use of await usesOf(ports, teamId, from)) {
      const replaced = await replaceIn(ports, context, use, from, to);
      if (replaced === undefined || !('refused' in replaced)) continue;
      if (replaced.refused === 'unavailable') return unavailable;
      if (staysAsItIs.includes(replaced.refused)) continue;
      return { refused: 'unfit-replacement', kind: use.kind, name: use.document.name };
    }
  }
  const uses = await usesOf(ports, teamId, from);
  if (uses.length === 0) return undefined;
  const named = uses.map(({ kind, document: { id: other, name } }) => ({ kind, id: other, name }));
  return { refused: 'in-use', kind: from.kind, uses: named };
}
