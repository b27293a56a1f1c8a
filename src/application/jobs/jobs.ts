import { broadcast } from '../../domain/broadcast/broadcast.js';
import { dataExport } from '../../domain/export/export.js';
import { contactImport } from '../../domain/import/import.js';
import { pauseReasons } from '../../domain/broadcast/events.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import { broadcastsUnderWay, streamsWith } from '../restore/pause-broadcasts.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';

/** Work that a server does in the background until it is through. */
export interface Job {
  readonly kind: 'broadcast' | 'import' | 'export';
  readonly id: string;
  readonly teamId: string;
  /** ISO 8601: when it was asked for. */
  readonly since: string;
  /** In words. */
  readonly state: string;
}

/** Every job that is not through, from the log: no read model is asked, and no filter is judged. */
export async function listJobs(ports: LogPorts): Promise<readonly Job[]> {
  const [broadcasts, imports, exports] = await Promise.all([
    broadcastJobs(ports),
    importJobs(ports),
    exportJobs(ports),
  ]);
  return [...broadcasts, ...imports, ...exports].sort((one, other) => (one.since < other.since ? -1 : 1));
}

async function broadcastJobs(ports: LogPorts): Promise<readonly Job[]> {
  return (await broadcastsUnderWay(ports)).map(({ id, state, events }) => {
    const { teamId, name, status, scheduledAt, audience, pausedBecause } = state;
    const asked = events.findLast(({ event }) => ['BroadcastScheduled', 'BroadcastQueued'].includes(event.type));
    const size = audience === null ? '' : `, ${audience.members} recipients`;
    const doing = status === 'scheduled' ? `scheduled for ${scheduledAt ?? ''}` : `being sent${size}`;
    const paused = pausedBecause === null ? '' : `, paused: ${pauseReasons[pausedBecause]}`;
    return { kind: 'broadcast', id, teamId, since: asked?.metadata.time ?? '', state: `${name}: ${doing}${paused}` };
  });
}

async function importJobs(ports: LogPorts): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const stream of await streamsWith(ports, { categories: ['import'], types: ['ImportCreated'] })) {
    const { state, events } = await load(ports, contactImport, stream);
    const isUndone = state?.undo?.status === 'running';
    if (state === null || (state.status !== 'running' && !isUndone)) continue;
    const said = isUndone ? 'being undone' : `${state.applied.rows} rows imported`;
    const since = events[0]?.metadata.time ?? '';
    jobs.push({ kind: 'import', id: idOf(stream), teamId: state.created.teamId, since, state: said });
  }
  return jobs;
}

async function exportJobs(ports: LogPorts): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const stream of await streamsWith(ports, { categories: ['export'], types: ['ExportRequested'] })) {
    const { state, events } = await load(ports, dataExport, stream);
    const { request } = state;
    if (state.status !== 'running' || request === null) continue;
    const since = events[0]?.metadata.time ?? '';
    jobs.push({
      kind: 'export',
      id: idOf(stream),
      teamId: request.teamId,
      since,
      state: `${request.kind}: being made`,
    });
  }
  return jobs;
}

/** `not-found`: there is no such job, or it is through. */
export type JobStopped =
  | { readonly stopped: Job }
  | { readonly refused: 'not-found' }
  /** Half of an undo is no state that anyone asked for. */
  | { readonly refused: 'undo-goes-on' }
  | { readonly refused: 'unavailable' };

/** Ends a job for ever, whichever process does it: what has not been done of it is not done. */
export async function stopJob(ports: LogPorts, id: string, provenance: Provenance): Promise<JobStopped> {
  const job = (await listJobs(ports)).find((each) => each.id === id);
  if (job === undefined) return { refused: 'not-found' };
  const { teamId } = job;
  const by = { ...provenance, context: { ...provenance.context, teamId } };
  const handled = await stopped(ports, job, by);
  if (!('refused' in handled)) return { stopped: job };
  if (handled.refused === 'unavailable') return { refused: 'unavailable' };
  return job.kind === 'import' ? { refused: 'undo-goes-on' } : { refused: 'not-found' };
}

function stopped(ports: LogPorts, { kind, id, teamId }: Job, by: Provenance) {
  switch (kind) {
    case 'broadcast':
      return handle(ports, broadcast, streamName('broadcast', id), { type: 'CancelBroadcast', teamId }, by);
    case 'import':
      return handle(ports, contactImport, streamName('import', id), { type: 'CancelImport', teamId }, by);
    case 'export':
      return handle(ports, dataExport, streamName('export', id), { type: 'ExpireExport', reason: 'deleted' }, by);
  }
}
