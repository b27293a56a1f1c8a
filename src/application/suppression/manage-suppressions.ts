import { command } from '../access/use-case.js';
import type { SuppressionOrigin, SuppressionScope } from '../../domain/suppression/events.js';
import { suppression } from '../../domain/suppression/suppression.js';
import { changeOne } from '../shared/change-one.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { Ports } from '../shared/ports.js';
import { type SuppressionPorts, suppressionStream, writeSuppression } from './write-suppression.js';
import { idOfKey, type SuppressionKey } from './read-suppressions.js';

/**
 * POST /suppressions and /suppressions/batch/add. Adding twice changes nothing, nor does `bulk` where all mail is held.
 */
export interface AddSuppressions {
  readonly context: RequestContext;
  readonly addresses: readonly string[];
  readonly scope: SuppressionScope;
  /** What another service had seen of them. */
  readonly origin: SuppressionOrigin;
}
type AddSuppressionsResult = { readonly ids: readonly string[] } | Unavailable;

/** DELETE /suppressions/{id or email} and /suppressions/batch/remove. */
export interface RemoveSuppressions {
  readonly context: RequestContext;
  readonly keys: readonly SuppressionKey[];
}
type RemoveSuppressionsResult =
  | { readonly removed: readonly { readonly id: string; readonly deleted: boolean }[] }
  | Unavailable;

type ManageSuppressionsPorts = SuppressionPorts & Pick<Ports, 'ownWrites'>;

export const AddSuppressions = command({ name: 'AddSuppressions', need: 'member', run: addSuppressions });

export const RemoveSuppressions = command({ name: 'RemoveSuppressions', need: 'member', run: removeSuppressions });

async function addSuppressions(
  ports: ManageSuppressionsPorts,
  { context, addresses, scope, origin }: AddSuppressions,
): Promise<AddSuppressionsResult> {
  const { teamId } = context;
  const command = { type: 'AddSuppression', scope, origin, nowMs: ports.clock.now() } as const;
  const provenance = { context, region: null };
  const added = await Promise.all(
    addresses.map((address) => writeSuppression(ports, { teamId, address }, command, provenance)),
  );
  for (const { written } of added) {
    if (written?.position !== undefined) ports.ownWrites.note(teamId, written.position);
  }
  // What was added stays: adding it again changes nothing.
  return added.some(({ written }) => written === undefined) ? unavailable : { ids: added.map(({ id }) => id) };
}

async function removeSuppressions(
  ports: ManageSuppressionsPorts,
  { context, keys }: RemoveSuppressions,
): Promise<RemoveSuppressionsResult> {
  const ids = keys.map((key) => idOfKey(ports, context.teamId, key));
  const removed = await Promise.all(ids.map(async (id) => ({ id, deleted: await removeOne(ports, context, id) })));
  const known = removed.flatMap(({ id, deleted }) => (deleted === undefined ? [] : [{ id, deleted }]));
  return known.length === removed.length ? { removed: known } : unavailable;
}

/** @returns false when it is not on the team's list; undefined when the log could not be written. */
async function removeOne(
  ports: ManageSuppressionsPorts,
  context: RequestContext,
  id: string,
): Promise<boolean | undefined> {
  const { teamId } = context;
  const command = { type: 'RemoveSuppression', teamId } as const;
  const changed = await changeOne(ports, suppression, suppressionStream(id), command, context);
  if ('refused' in changed) return changed.refused === 'unavailable' ? undefined : false;
  return true;
}
