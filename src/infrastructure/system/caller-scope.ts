import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallerRights, CallerScope } from '../../application/ports/caller-scope.js';

export function createCallerScope(): CallerScope {
  const storage = new AsyncLocalStorage<CallerRights>();
  return { run: (rights, work) => storage.run(rights, work), current: () => storage.getStore() };
}
