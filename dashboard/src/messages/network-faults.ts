/** Network failures in place of a reply (POSIX `errno` and look-ups), in plain words. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'DNS lookup failed',
};

/** `connect ECONNREFUSED 192.0.2.1:25` in plain words; anything else as it is. */
export function faultOf(text: string): string {
  const [word] = /\bE[A-Z_]+\b/.exec(text) ?? [];
  return (word === undefined ? undefined : faults[word]) ?? text;
}
