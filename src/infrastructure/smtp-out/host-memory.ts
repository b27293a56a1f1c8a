import { BoundedMap } from '../../application/shared/bounded-map.js';

/** Hosts of which something is remembered for a time. */
export interface HostMemory {
  add(host: string): void;
  has(host: string): boolean;
}

const mostHosts = 10_000;

/** Remembers a limited number of hosts: the oldest are forgotten first. */
export function createHostMemory(lifeMs: number): HostMemory {
  const until = new BoundedMap<string, number>(mostHosts);
  return {
    add(host) {
      until.set(host, performance.now() + lifeMs);
    },
    has(host) {
      const end = until.get(host);
      if (end !== undefined && end <= performance.now()) until.delete(host);
      return until.has(host);
    },
  };
}
