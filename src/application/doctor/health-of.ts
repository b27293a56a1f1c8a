import { type Facts, type PendingFacts, type Readable, read } from './facts.js';
import type { VerificationFacts } from './log-facts.js';
import type { Finding } from './finding.js';

/** How the installation is, in what people look at. */
export interface Health {
  /** ISO 8601. */
  readonly lookedAt: string;
  readonly version: string;
  readonly nodeVersion: string;
  /** The worst first. */
  readonly findings: readonly Finding[];
  readonly engines: readonly EngineHealth[];
  readonly projections: readonly {
    readonly name: string;
    readonly behindEvents: number;
    readonly behindSince: string | null;
  }[];
  readonly processManagers: readonly { readonly name: string; readonly savedAt: string | null }[];
  /** Null when there is none yet. */
  readonly seal: { readonly number: number; readonly at: string } | null;
  readonly unsealedEvents: number;
  /** By `posthorn verify`, as far as it was recorded; null: never. */
  readonly lastVerified: VerificationFacts | null;
  /** Null when not known. */
  readonly pending: Pick<PendingFacts, 'unsettled' | 'due' | 'dueSince'> | null;
  /** Null when the engines have their own. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
}

interface EngineHealth {
  readonly name: string;
  readonly answers: boolean;
  /** Null when not measured. */
  readonly roundTripMs: number | null;
  /** Null where it answers. */
  readonly problem: string | null;
}

/** The part of the facts that the page shows: nothing about a team, no address, no secret. */
export function healthOf(facts: Facts, findings: readonly Finding[], version: string): Health {
  const log = read(facts.log);
  const readModels = read(facts.readModels);
  const folder = read(facts.folder);
  return {
    lookedAt: new Date(facts.nowMs).toISOString(),
    version,
    nodeVersion: facts.program.nodeVersion,
    findings,
    engines: enginesOf(facts),
    projections: (readModels?.projections ?? []).map(({ name, behindEvents, behindSince }) => {
      return { name, behindEvents, behindSince };
    }),
    processManagers: (log?.processManagers ?? []).map(({ name, savedAt }) => ({ name, savedAt })),
    seal: log?.seal ?? null,
    unsealedEvents: log?.unsealed.events ?? 0,
    lastVerified: log?.lastVerified ?? null,
    pending: readModels?.pending ?? null,
    disk: folder === undefined ? null : { freeBytes: folder.freeBytes, totalBytes: folder.totalBytes },
  };
}

function enginesOf({ shared, log, readModels, vault }: Facts): readonly EngineHealth[] {
  if (shared !== null) {
    return shared.engines.map(({ name, roundTripMs, failure }) => {
      return { name, answers: roundTripMs !== null, roundTripMs, problem: failure?.problem ?? null };
    });
  }
  return Object.entries({ 'Event log': log, 'Read models': readModels, Vault: vault }).map(([name, part]) => {
    return { name, answers: part.state === 'read', roundTripMs: null, problem: problemOf(part) };
  });
}

function problemOf(part: Readable<unknown>): string | null {
  if (part.state === 'read') return null;
  return part.state === 'missing' ? 'It is not there.' : `It cannot be read: ${part.reason}.`;
}
