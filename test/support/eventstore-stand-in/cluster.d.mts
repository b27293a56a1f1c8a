import type { StandInFaults } from './index.mjs';

export interface StandInCluster {
  readonly connectionString: string;
  /** Of all members. */
  readonly faults: Omit<StandInFaults, 'cutConnections'>;
  /** How often any member was asked who leads, and refused a call because it does not. */
  readonly asked: { readonly gossip: number; readonly refused: number };
  /** The leader goes away at once, and none leads until `elect`. Answers with its number. */
  killLeader(): Promise<number>;
  /** This member leads from now on, the first living one where none is named; one that led before still answers what it has begun. */
  elect(index?: number): void;
  /** None leads until `elect`, and every member lives. */
  depose(): void;
  /** Whoever leads: every other member goes on naming this one as the leader, until it is called without any. */
  nameStill(index?: number): void;
  /** A member that was killed is there again, at the same port. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** All members lead and follow over one log. The first one leads. */
export function startEventStoreCluster(options: {
  readonly dir: string;
  readonly members?: number;
  /** Another port of this machine that leads to a member: it is what everybody is told. */
  readonly leadingTo?: (port: number) => number | Promise<number>;
}): Promise<StandInCluster>;
