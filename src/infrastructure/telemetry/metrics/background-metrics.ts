import { Counter, Gauge, type Registry } from 'prom-client';
import { withTimeout } from '../../../application/shared/timeout.js';

/** How far a projection is behind. */
interface ProjectionLag {
  readonly name: string;
  readonly lagMs: number;
  readonly state: 'running' | 'failing' | 'stopped';
}

/** How long the figures wait for the engines. */
const lagAnswerMs = 1_000;

export interface BackgroundFigures {
  readonly projectionLags: () => Promise<readonly ProjectionLag[]>;
  /** Those that this process holds, or waits for (false), by name. */
  readonly leases: () => ReadonlyMap<string, boolean>;
}

/** What is done in the background. */
export function backgroundMetrics(
  registry: Registry,
  { projectionLags = async () => [], leases = () => new Map() }: Partial<BackgroundFigures>,
) {
  const registers = [registry];
  // Without the log it is not known how far behind it they are; everything else is counted here, and asked for most
  // while an engine is away.
  const knownLags = () => withTimeout(lagAnswerMs, projectionLags()).catch(() => []);
  return {
    domainFalls: new Counter({
      name: 'posthorn_domain_falls_total',
      help: "Falls of a domain's sending health beyond chance, by group of receivers and measure.",
      labelNames: ['group', 'measure'] as const,
      registers,
    }),
    vaultEntriesSwept: new Counter({
      name: 'posthorn_vault_entries_swept_total',
      help: 'Vault entries that the orphan sweep has visited, by outcome: kept or removed.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    streamsRetired: new Counter({
      name: 'posthorn_streams_retired_total',
      help: 'Streams removed by retention, by kind: email or submission.',
      labelNames: ['kind'] as const,
      registers,
    }),
    projectionLag: new Gauge({
      name: 'posthorn_projection_lag_seconds',
      help: 'Time since a projection last had everything that is in the log.',
      labelNames: ['projection'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { name, lagMs } of await knownLags()) this.set({ projection: name }, lagMs / 1000);
      },
    }),
    projectionStuck: new Gauge({
      name: 'posthorn_projection_stuck',
      help: '1: a projection that this process runs cannot go on; 0: it can.',
      labelNames: ['projection'] as const,
      registers,
      async collect() {
        this.reset();
        for (const { name, state } of await knownLags()) this.set({ projection: name }, state === 'running' ? 0 : 1);
      },
    }),
    leaseHeld: new Gauge({
      name: 'posthorn_lease_held',
      help: '1: this process does the work of the lease; 0: it waits, ready to take over.',
      labelNames: ['lease'] as const,
      registers,
      collect() {
        for (const [lease, isHeld] of leases()) this.set({ lease }, isHeld ? 1 : 0);
      },
    }),
  };
}
