import { missingKeys } from '../../../domain/sending-domain/dkim-keys.js';
import type { ActiveDomain } from '../../../domain/sending-domain/sending-domain.js';
import type { DomainDocument } from '../../../projections/domains/domains.document.js';
import { domainsProjection } from '../../../projections/domains/domains.projection.js';
import type { ReadStore } from '../../ports/read-store.js';
import type { KeyStore } from '../../ports/vault.js';
import { eachInTurn } from '../../shared/run-process-manager.js';
import { every } from '../../shared/every.js';
import type { SendingDomains } from '../sending-domains.js';
import { advanceKeys, isDue, type RotationPorts } from './advance-keys.js';

export type KeyKeepingPorts = RotationPorts & {
  readonly keys: Pick<KeyStore, 'getSecret'>;
  /** Lists the domains that there are; what is done is decided from their streams. */
  readonly readStore: Pick<ReadStore, 'list'>;
  readonly domains: Pick<SendingDomains, 'active'>;
};

const pageLimit = 500;

/** Once a period: does for the keys of every domain what is due. Runs until the signal aborts. */
export function keepDkimKeys(
  ports: KeyKeepingPorts,
  periodMs: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const destroyed = new Set<string>();
  const round = async (): Promise<void> => {
    for await (const page of domainPages(ports)) {
      await eachInTurn(page, (document) =>
        signal.aborted ? Promise.resolve() : keepKeysOf(ports, document, destroyed),
      );
      if (signal.aborted) return;
    }
  };
  return every(periodMs, signal, round, onFailure);
}

async function* domainPages({
  readStore,
}: Pick<KeyKeepingPorts, 'readStore'>): AsyncGenerator<readonly DomainDocument[]> {
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageLimit } as const;
  for (let after: string | undefined, hasMore = true; hasMore; ) {
    const page = await readStore.list(domainsProjection, {
      ...query,
      ...(after === undefined ? {} : { after: { value: after, id: after } }),
    });
    yield page.documents.map(({ document }) => document);
    after = page.documents.at(-1)?.id;
    hasMore = page.hasMore;
  }
}

async function keepKeysOf(
  ports: KeyKeepingPorts,
  { id, teamId, region }: DomainDocument,
  destroyed: Set<string>,
): Promise<void> {
  const state = await ports.domains.active(id);
  if (state === undefined) return;
  await destroyAgain(ports, state, destroyed);
  if (!isDue(ports, state) && missingKeys(state).length === 0) return;
  const correlationId = ports.ids.next();
  const context = { teamId, actor: { kind: 'system', id: 'dkim-keys' }, correlationId } as const;
  await advanceKeys(ports, state, { context, region });
}

/** A vault put back from a backup may hold keys that are retired since. Looked for once by a process. */
async function destroyAgain({ keys }: KeyKeepingPorts, { dkimKeys }: ActiveDomain, destroyed: Set<string>) {
  for (const { role, secretName } of dkimKeys) {
    if (role !== 'retired' || destroyed.has(secretName)) continue;
    if ((await keys.getSecret(secretName)) !== undefined) await keys.destroySecret(secretName);
    destroyed.add(secretName);
  }
}
