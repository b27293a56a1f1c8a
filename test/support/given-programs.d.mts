export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server in a process of its own, which ends with this one. */
export interface RunningProgram {
  /** Resolves when the process is gone, with what it ended with. */
  readonly exited: Promise<Exit>;
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  /** SIGKILL, SIGSTOP, SIGCONT … */
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
}

/** The program that the environment names for an engine: `TEST_EVENTSTORE_PROGRAM`, `TEST_MONGODB_PROGRAM`. */
export function givenProgram(engine: 'EVENTSTORE' | 'MONGODB'): string | undefined;

/** PEM; signed by itself, for `localhost`. */
export interface OwnCertificate {
  readonly certificate: string;
  readonly privateKey: string;
  readonly commonName: string;
}

/**
 * Resolves when it leads and takes writes; as a member of a cluster, when it has been started. Rejects, with what it wrote,
 * where it ends before.
 */
export function startEventStoreProgram(
  program: string,
  options: {
    /** Its data and its log files, kept for the next start. */
    readonly dir: string;
    readonly port: number;
    readonly replicationPort: number;
    /** The ports of the other members. */
    readonly cluster?: { readonly otherPorts: readonly number[] };
    /** Default: `--insecure`. Its first user is `admin` with `changeit`. */
    readonly tls?: OwnCertificate;
  },
): Promise<RunningProgram>;

/** Resolves when it answers. Rejects, with what it wrote, where it ends before. */
export function startMongodbProgram(
  program: string,
  options: { readonly dir: string; readonly port: number },
): Promise<RunningProgram>;

/** What answers at this address; undefined where nothing does. */
export function mongodbKind(url: string): Promise<'mongodb' | 'ferretdb' | undefined>;

/**
 * The port of the leader that an EventStoreDB server knows of; undefined where it knows none, or does not answer.
 * `certificate`: it speaks TLS.
 */
export function leaderTold(port: number, certificate?: string): Promise<number | undefined>;
