import { listJobs, stopJob } from '../../application/jobs/jobs.js';
import { handle, load, type LogPorts } from '../../application/shared/handle.js';
import { broadcast, type BroadcastCommand } from '../../domain/broadcast/broadcast.js';
import { contactImport } from '../../domain/import/import.js';
import { segment } from '../../domain/segment/segment.js';
import { reveal } from '../../domain/shared/personal.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { wouldDo } from './shared/command.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';

/** `jobs list` */
export function showJobs(config: Config): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const jobs = await listJobs(ports);
    const rows = jobs.map(({ kind, id, teamId, since, state }) => [kind, id, teamId, since, state]);
    const text = jobs.length === 0 ? 'No jobs.' : tableOf(['kind', 'id', 'team', 'since', ''], rows);
    return { result: { jobs }, text };
  });
}

/** What would end: `jobs stop`, `broadcasts cancel` and `imports cancel` with `--dry-run`. */
export function previewStop(config: Config, given: string): Promise<Outcome> {
  const id = given.toLowerCase();
  return withExisting(config, async ({ ports }) => {
    const job = (await listJobs(ports)).find((each) => each.id === id);
    if (job === undefined) throw new Declined(noJob(id));
    return wouldDo(`End ${job.kind} ${id}: ${job.state}.`, { job });
  });
}

/** `jobs stop <id>` */
export function stopOneJob(config: Config, id: string): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const answer = await stopJob(ports, id.toLowerCase(), provenanceOf('jobs stop', ports, null));
    if ('stopped' in answer) {
      const { stopped } = answer;
      return { result: { stopped }, text: `Stopped ${stopped.kind} ${stopped.id}: ${stopped.state}.` };
    }
    if (answer.refused === 'unavailable') throw unwritten();
    throw new Declined(
      answer.refused === 'undo-goes-on' ? `Import ${id} is being undone, which cannot be stopped.` : noJob(id),
    );
  });
}

const noJob = (id: string): string =>
  `There is no job ${id} that is not through. \`posthorn jobs list\` shows all of them.`;

type StepType = 'CancelBroadcast' | 'PauseBroadcast' | 'ResumeBroadcast';
const broadcastSteps = {
  cancel: { type: 'CancelBroadcast', done: 'is canceled' },
  pause: { type: 'PauseBroadcast', done: 'is paused' },
  resume: { type: 'ResumeBroadcast', done: 'goes on' },
} as const satisfies Readonly<Record<string, { readonly type: StepType; readonly done: string }>>;
export type BroadcastStep = keyof typeof broadcastSteps;

/** `broadcasts cancel|pause|resume <id>` */
export function stepBroadcast(config: Config, step: BroadcastStep, given: string): Promise<Outcome> {
  const id = given.toLowerCase();
  return withExisting(config, async ({ ports }) => {
    const stream = streamName('broadcast', id);
    const { state } = await load(ports, broadcast, stream);
    if (state === null || state.isDeleted) throw new Declined(`There is no broadcast ${id}.`);
    const { teamId } = state;
    const { type, done } = broadcastSteps[step];
    const command: BroadcastCommand =
      type === 'PauseBroadcast' ? { type, teamId, because: 'person' } : { type, teamId };
    const handled = await handle(ports, broadcast, stream, command, provenanceOf(`broadcasts ${step}`, ports, teamId));
    if ('refused' in handled) {
      if (handled.refused === 'unavailable') throw unwritten();
      throw new Declined(`Broadcast ${id} is ${state.status}: there is nothing to ${step}.`);
    }
    const { status = state.status, pausedBecause = null } = handled.loaded.state ?? {};
    const changed = handled.events.length > 0;
    const text = `Broadcast ${id} ${status === 'draft' ? 'is a draft again' : done}${changed ? '' : ' already'}.`;
    return { result: { id, status, paused: pausedBecause !== null, changed }, text };
  });
}

/** `imports cancel <id>` */
export function cancelImport(config: Config, given: string): Promise<Outcome> {
  const id = given.toLowerCase();
  return withExisting(config, async ({ ports }) => {
    const stream = streamName('import', id);
    const { state } = await load(ports, contactImport, stream);
    if (state === null || state.isDeleted) throw new Declined(`There is no import ${id}.`);
    const { teamId } = state.created;
    const command = { type: 'CancelImport', teamId } as const;
    const handled = await handle(ports, contactImport, stream, command, provenanceOf('imports cancel', ports, teamId));
    if ('refused' in handled) {
      if (handled.refused === 'unavailable') throw unwritten();
      throw new Declined(`Import ${id} is ${state.status}: there is nothing to cancel.`);
    }
    const changed = handled.events.length > 0;
    const rows = state.applied.rows;
    return {
      result: { id, status: 'canceled', rows, changed },
      text: `Import ${id} is canceled${changed ? '' : ' already'}; the ${rows} rows that it has imported stay.`,
    };
  });
}

/** `segments show <id>`: as written. No contact is looked for, so that a filter that costs too much shows too. */
export function showSegment(config: Config, given: string): Promise<Outcome> {
  const id = given.toLowerCase();
  return withExisting(config, async ({ ports, log }) => {
    const opened: LogPorts = { ...ports, keys: log.keys };
    const { state } = await load(opened, segment, streamName('segment', id), true);
    if (state === null) throw new Declined(`There is no segment ${id}.`);
    const { name, teamId, filter: sealed } = state;
    const filter = sealed === null ? null : (reveal(sealed) ?? null);
    const said =
      sealed === null
        ? 'Contacts are added to it.'
        : filter === null
          ? 'Its filter was erased.'
          : JSON.stringify(filter, undefined, 2);
    return {
      result: { id, name, teamId, isFiltered: sealed !== null, filter },
      text: `${name} (team ${teamId})\n${said}`,
    };
  });
}

const unwritten = (): Error => new Error('the log could not be written');
