import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import { completeErasure } from './erase-listed.js';
import { type ErasePersonPorts, finishPerson } from './erase-person.js';
import { Backlog } from '../shared/process-manager/backlog.js';
import { eachInTurn, type ProcessManager } from '../shared/process-manager/run-process-manager.js';

/** A person's erasure that is younger may still be at work; two at once would do no harm, only twice the work. */
const personRipeAfterMs = 10_000;

/** Its name, and what it follows. */
export const erasureFinisher = {
  name: 'erasure-finisher',
  filter: { categories: ['erasure'] },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;

/** Of an erasure that is complete: the catcher may still hold its mail. */
const catcherHolds = 'catcher-holds';

/** Finishes erasures that were cut off, and empties the catcher after each of any process. */
export function createErasureFinisher(ports: ErasePersonPorts, captured: Pick<CapturedMail, 'empty'>): ProcessManager {
  const backlog = new Backlog<Recorded<ErasureRequested> | typeof catcherHolds>();

  return {
    ...erasureFinisher,
    backlog,
    note(stored) {
      const erasureId = idOf(stored.stream);
      if (stored.type === 'ErasureRequested') {
        const [requested] = ports.codec.decode([stored]) as Recorded<ErasureRequested>[];
        if (requested !== undefined) backlog.add(erasureId, requested);
      } else {
        backlog.finish(erasureId);
        backlog.add(stored.id, catcherHolds);
      }
    },
    async act() {
      const open = backlog.entries();
      await eachInTurn(open, async ([erasureId, task]) => {
        if (task !== catcherHolds) await finish(ports, erasureId, task);
      });
      const unemptied = open.filter(([, task]) => task === catcherHolds);
      if (unemptied.length === 0) return;
      await captured.empty();
      for (const [id] of unemptied) backlog.finish(id);
    },
  };
}

async function finish(
  ports: ErasePersonPorts,
  erasureId: string,
  { event: { data }, metadata }: Recorded<ErasureRequested>,
): Promise<void> {
  const { teamId, region, correlationId } = metadata;
  const actor = { kind: 'system', id: 'erasure-finisher' } as const;
  const provenance = { context: { teamId, actor, correlationId }, region };
  if (data.scope === 'listed') await completeErasure(ports, erasureId, data, provenance);
  else if (data.person !== null && Date.parse(metadata.time) + personRipeAfterMs <= ports.clock.now()) {
    await finishPerson(ports, erasureId, data.person, provenance);
  }
}
