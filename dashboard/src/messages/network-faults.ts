/** What the network says instead of a reply (the words of POSIX `errno` and of look-ups), for people. */
const faults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  ETIMEDOUT: 'no answer came in time',
  EHOSTUNREACH: 'there is no way to that address',
  ENETUNREACH: 'there is no way to that network',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name could not be looked up',
};

/** `connect ECONNREFUSED 192.0.2.1:25` in plain words; anything else as it is. */
export function faultOf(text: string): string {
  const [word] = /\bE[A-Z_]+\b/.exec(text) ?? [];
  return (word === undefined ? undefined : faults[word]) ?? text;
}
