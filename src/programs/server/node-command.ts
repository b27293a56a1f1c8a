import { givenSettings } from '../../infrastructure/config/given.js';
import { availableMemory, memoryLimits } from '../../infrastructure/system/memory-limits.js';

/**
 * What the server is to be started by, for `env`: Node takes the room for new objects on its command line alone, the C
 * library what it keeps of freed memory from the environment, and only a program can say how much memory there is. A
 * wrong setting is left to the server, which says what is wrong with it.
 */
export function nodeCommand(): string {
  const { environment, args } = nodeStart();
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [...assignments, 'node', ...args].join(' ');
}

/** The same as parts. */
export function nodeStart(): {
  readonly environment: Readonly<Record<string, string>>;
  readonly args: readonly string[];
} {
  const chosenMb = Number(givenSettings()['MEMORY_MEGABYTES']?.trim());
  const isChosen = chosenMb > 0;
  const { semiSpaceMb, heapMb, allocator } = memoryLimits(availableMemory(isChosen ? chosenMb : null));
  const environment = Object.fromEntries(Object.entries(allocator).map(([name, value]) => [name, String(value)]));
  return {
    environment,
    args: [`--max-semi-space-size=${semiSpaceMb}`, ...(isChosen ? [`--max-old-space-size=${heapMb}`] : [])],
  };
}
