import type { OrphanSweepAdvanced } from '../../domain/process-manager/events.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { BlobStore } from '../ports/vault.js';
import type { VaultEntryKind, VaultEntryPlace, VaultSweep } from '../ports/vault-sweep.js';
import { appendProgress, lastProgress } from '../shared/progress.js';
import type { PeriodicTask } from '../shared/run-process-manager.js';
import { delay } from '../shared/delay.js';
import type { LogPorts } from '../shared/handle.js';
import { type OrphanPorts } from '../shared/orphans.js';
import type { Ports } from '../shared/ports.js';
import { resourceOf } from '../shared/resource.js';

export type OrphanSweepPorts = OrphanPorts &
  Pick<Ports, 'resources'> & {
    readonly blobs: BlobStore;
    readonly vault: VaultSweep;
  };

export interface OrphanSweepSettings {
  /** How old an entry is when it is visited. */
  readonly afterMs: number;
  readonly onSwept: (outcome: 'kept' | 'removed', entries: number) => void;
}

/** How far the sweep has come; empty: it has visited nothing of that kind. */
export type Swept = Readonly<Record<VaultEntryKind, string>>;

const name = 'orphan-sweep';
const pageSize = 200;
/** The requests get their turn between two pages. */
const pagePauseMs = 5;
const longestBetweenFileSweepsMs = 3_600_000;

/** As saved in the log: everything up to here was visited and is not visited again. */
export async function sweptThrough(ports: LogPorts): Promise<Swept> {
  const last = await lastProgress(ports, name);
  if (last?.event.type !== 'OrphanSweepAdvanced') return { keys: '', blob: '' };
  const { keyRow, blob } = last.event.data;
  return { keys: keyRow ?? '', blob: blob ?? '' };
}

/**
 * Visits each vault entry once, when it is old enough, and removes what a cut-off accept left there. Removing follows
 * the acknowledged word that the accept was abandoned, so its writer loses however long it slept.
 */
export function createOrphanSweep(ports: OrphanSweepPorts, settings: OrphanSweepSettings): PeriodicTask {
  const { vault, clock } = ports;
  let swept: Swept | undefined;
  let saved: Swept | undefined;
  let filesSweptAtMs = Number.NEGATIVE_INFINITY;

  /** Whether more may lie behind this page. */
  async function visitPage(kind: VaultEntryKind, after: string): Promise<{ through: string; more: boolean }> {
    const ripeBeforeMs = clock.settledNow() - settings.afterMs;
    const page = await vault.entries(kind, after, pageSize);
    const young = page.findIndex(({ createdAt }) => Date.parse(createdAt) > ripeBeforeMs);
    const ripe = young < 0 ? page : page.slice(0, young);
    const orphans = await orphansAmong(ports, ripe);
    const ids = orphans.map(({ id }) => id);
    await (kind === 'keys' ? vault.removeRows(ids) : ports.blobs.delete(ids));
    settings.onSwept('removed', orphans.length);
    settings.onSwept('kept', ripe.length - orphans.length);
    return { through: ripe.at(-1)?.id ?? after, more: ripe.length === pageSize };
  }

  async function sweepFiles(): Promise<void> {
    const now = clock.settledNow();
    if (now - filesSweptAtMs < Math.min(settings.afterMs, longestBetweenFileSweepsMs)) return;
    settings.onSwept('removed', await vault.removeStrayFiles(now - settings.afterMs));
    filesSweptAtMs = now;
  }

  return {
    async act(signal) {
      let reached = swept ?? (await sweptThrough(ports));
      saved ??= reached;
      for (const kind of ['keys', 'blob'] as const) {
        for (let more = true; more && !signal.aborted; ) {
          const visited = await visitPage(kind, reached[kind]);
          reached = { ...reached, [kind]: visited.through };
          swept = reached;
          more = visited.more;
          if (more) await delay(pagePauseMs, signal);
        }
      }
      await sweepFiles();
    },
    async save() {
      if (swept === undefined || (swept.keys === saved?.keys && swept.blob === saved.blob)) return;
      const through = swept;
      const data: OrphanSweepAdvanced['data'] = { keyRow: through.keys || null, blob: through.blob || null };
      if (await appendProgress(ports, name, { type: 'OrphanSweepAdvanced', data })) saved = through;
    },
  };
}

async function orphansAmong(
  ports: OrphanSweepPorts,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const byAnchor = new Map<StreamName, VaultEntryPlace[]>();
  for (const entry of entries) {
    const others = byAnchor.get(entry.anchor);
    if (others === undefined) byAnchor.set(entry.anchor, [entry]);
    else others.push(entry);
  }
  const orphans: VaultEntryPlace[] = [];
  for (const [anchor, anchored] of byAnchor) {
    const owner = resourceOf(ports.resources, categoryOf(anchor));
    orphans.push(...((await owner?.orphansOf?.(ports, anchor, anchored)) ?? []));
  }
  return orphans;
}
