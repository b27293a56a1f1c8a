/** Hosts of which something is remembered for a time. */
export interface HostMemory {
  add(host: string): void;
  has(host: string): boolean;
}

const mostHosts = 10_000;

/** Of so many hosts at most: the oldest are forgotten first. */
export function createHostMemory(lifeMs: number): HostMemory {
  const until = new Map<string, number>();
  return {
    add(host) {
      until.delete(host);
      until.set(host, performance.now() + lifeMs);
      const [oldest] = until.keys();
      if (until.size > mostHosts && oldest !== undefined) until.delete(oldest);
    },
    has(host) {
      const end = until.get(host);
      if (end !== undefined && end <= performance.now()) until.delete(host);
      return until.has(host);
    },
  };
}
