import type { StreamName } from '../../domain/shared/stream-name.js';
import { template, type TemplateEvent, type TemplateState } from '../../domain/template/template.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { load } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';

/**
 * Drafts that were changed since and never published: nothing names them again. What the log does not name stays, for
 * its writer may be slow. Published versions stay, also of a template that was deleted: emails name them.
 */
export async function templateOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state, events } = await load<TemplateState, never>(ports, template, stream);
  if (state === null) return [];
  const used = new Set([state.content, ...state.versions.map(({ content }) => content)].map(({ blobId }) => blobId));
  const named = events.flatMap(({ event }) => {
    // A stream holds the events of its own category.
    const { data } = event as TemplateEvent;
    return 'content' in data ? [data.content.blobId] : [];
  });
  const replaced = new Set(named.filter((blobId) => !used.has(blobId)));
  return entries.filter(({ id }) => replaced.has(id));
}
