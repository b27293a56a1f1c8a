import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { portForServer } from './crash-server.js';
import { type Exit, givenProgram, leaderTold, type RunningProgram, startEventStoreProgram } from './given-programs.mjs';
import { temporaryFolder } from './server.js';
import { missingForSharedEngines, type SharedEventStore } from './shared-engines.js';
import { waitFor } from './wait-for.js';

/** One server of the cluster, on its ports and its data for all its lives. */
export interface ClusterMember {
  readonly port: number;
  /** How its lives ended that were not ended from here: after each it was started again. */
  readonly ownEnds: readonly Exit[];
  /** SIGKILL; it stays away until {@link start}. */
  kill(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** The port of the leader that it knows of. */
  leader(): Promise<number | undefined>;
}

/** Three members of which each is started again where it ends by itself, as `restart: always` does. */
export interface EventStoreCluster extends SharedEventStore {
  readonly members: readonly ClusterMember[];
  /** Resolves when a majority knows the same member as its leader. */
  leader(): Promise<ClusterMember>;
}

const size = 3;
const majority = 2;
const startAgainAfterMs = 500;

/** `describe` where there is a program for the members; otherwise a line says what is skipped. */
export function describeOverEventStoreCluster(name: string, tests: () => void): void {
  const missing =
    givenProgram('EVENTSTORE') === undefined ? 'TEST_EVENTSTORE_PROGRAM is not set' : missingForSharedEngines();
  if (missing === undefined) return void describe(name, tests);
  process.stdout.write(`skipped: ${name}: ${missing}\n`);
  describe.skip(`${name}: ${missing}`, tests);
}

/** Resolves when one of the three leads. */
export async function startEventStoreCluster(): Promise<EventStoreCluster> {
  const program = givenProgram('EVENTSTORE');
  if (program === undefined) throw new Error('TEST_EVENTSTORE_PROGRAM names no program');
  const root = temporaryFolder();
  const ports = await Promise.all(Array.from({ length: size }, () => portForServer(Math.random)));
  const members = ports.map((port) => {
    const otherPorts = ports.filter((other) => other !== port);
    return createMember(program, { dir: join(root, String(port)), port, otherPorts });
  });
  const all = (act: (member: ClusterMember) => unknown) => Promise.all(members.map(act));
  const leader = async (): Promise<ClusterMember> => {
    const told = await waitFor(
      async () => (await Promise.all(members.map((member) => member.leader()))).filter((port) => port !== undefined),
      (named) => named.some((port) => named.filter((other) => other === port).length >= majority),
    );
    const found = members.find(({ port }) => told.filter((other) => other === port).length >= majority);
    if (found === undefined) throw new Error(`they follow a stranger: ${told.join(', ')}`);
    return found;
  };
  const start = async (): Promise<void> => {
    await all((member) => member.start());
    await leader();
  };
  const kill = async (): Promise<void> => void (await all((member) => member.kill()));
  await start();
  return {
    members,
    leader,
    start,
    kill,
    freeze: () => members.forEach((member) => member.freeze()),
    thaw: () => members.forEach((member) => member.thaw()),
    process: () => ({
      port: ports[0] ?? 0,
      connectionString: `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`,
      fault: () => Promise.reject(new Error('a cluster has no faults on demand')),
      signal: () => undefined,
      exited: Promise.resolve(),
      kill,
    }),
    async close() {
      await kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function createMember(
  program: string,
  { dir, port, otherPorts }: { readonly dir: string; readonly port: number; readonly otherPorts: readonly number[] },
): ClusterMember {
  const ownEnds: Exit[] = [];
  let replicationPort: number | undefined;
  let isWanted = false;
  let running: RunningProgram | undefined;
  const start = async (): Promise<void> => {
    isWanted = true;
    replicationPort ??= await portForServer(Math.random);
    const started = await startEventStoreProgram(program, { dir, port, replicationPort, cluster: { otherPorts } });
    running = started;
    void started.exited.then(async (exit) => {
      if (!isWanted) return;
      ownEnds.push(exit);
      await wait(startAgainAfterMs);
      if (isWanted) await start();
    });
  };
  return {
    port,
    ownEnds,
    start,
    async kill() {
      isWanted = false;
      await running?.kill();
    },
    freeze: () => running?.signal('SIGSTOP'),
    thaw: () => running?.signal('SIGCONT'),
    leader: () => leaderTold(port),
  };
}
