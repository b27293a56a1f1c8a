import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyStore } from '../ports/vault.js';
import type { LogPorts } from './handle.js';
import { destroyKeysOf } from './personal-values.js';
import { Backlog } from './backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from './run-process-manager.js';
import type { Resource } from './resource.js';

export type KeyFinisherPorts = LogPorts & { readonly keys: Pick<KeyStore, 'getMany' | 'destroy'> };

/**
 * Destroys the keys of streams that are over by their events' definitions (`endsKeys`): nothing personal of them can be
 * read again, also where a process ends right after the deletion. None where no definition says so.
 */
export function keyFinishersOf(resources: readonly Resource[]) {
  const all = resources.flatMap(({ streams }) => streams);
  const ending = all.filter(({ events }) => events.some(({ endsKeys }) => endsKeys));
  if (ending.length === 0) return [];
  const types = ending.flatMap(({ events }) => events.flatMap(({ type, endsKeys }) => (endsKeys ? [type] : [])));
  const followed = { name: 'key-finisher', filter: { categories: ending.map(({ category }) => category), types } };
  return [
    {
      ...followed,
      make: ({ services }: { readonly services: { readonly ports: KeyFinisherPorts } }) =>
        createKeyFinisher(services.ports, followed),
    },
  ] satisfies readonly DeclaredProcessManager[];
}

function createKeyFinisher(ports: KeyFinisherPorts, followed: Pick<ProcessManager, 'name' | 'filter'>): ProcessManager {
  const backlog = new Backlog<StreamName>();
  return {
    ...followed,
    backlog,
    note: ({ id, stream }) => {
      backlog.add(id, stream);
    },
    async act() {
      await eachInTurn(backlog.entries(), async ([id, stream]) => {
        await destroyKeysOf(ports, stream);
        backlog.finish(id);
      });
    },
  };
}
