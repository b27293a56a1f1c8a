// What ends a command that asks a server, each with a sentence for its caller; run-command.ts has their exit codes.

/** It was reached and did not do what it was asked, for a reason that concerns this request. */
export class RequestRefused extends Error {}

/** No server was named, or it does not take the key. */
export class ServerRefused extends Error {}

/** It was not reached, or cannot answer now: another run may succeed. */
export class ServerUnavailable extends Error {}

/** Files that cannot be made templates of, each with what to do about it. */
export class UnusableComponents extends Error {}
