import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import { completeErasure } from './erase-listed.js';
import { type ErasePersonPorts, finishPerson } from './erase-person.js';
import { eachInTurn, type ProcessManager } from '../shared/process-manager/run-process-manager.js';

/** A person's erasure that is younger may still be at work; two at once would do no harm, only twice the work. */
const personRipeAfterMs = 10_000;

/** Its name, and what it follows. */
export const erasureFinisher = {
  name: 'erasure-finisher',
  filter: { categories: ['erasure'] },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;

/** Finishes erasures that were cut off, and empties the catcher after each, whoever asked for it. */
export function createErasureFinisher(ports: ErasePersonPorts, captured: Pick<CapturedMail, 'empty'>): ProcessManager {
  const open = new Map<
    string,
    { readonly requested: Recorded<ErasureRequested>; readonly before: Position | undefined }
  >();
  let toEmpty: { readonly before: Position | undefined } | undefined;
  let seen: Position | undefined;

  return {
    ...erasureFinisher,
    note(stored) {
      const erasureId = idOf(stored.stream);
      if (stored.type === 'ErasureRequested') {
        const [requested] = ports.codec.decode([stored]) as Recorded<ErasureRequested>[];
        // Delivered again, it keeps its place.
        if (requested !== undefined && !open.has(erasureId)) open.set(erasureId, { requested, before: seen });
      } else {
        open.delete(erasureId);
        toEmpty ??= { before: seen };
      }
      seen = stored.position;
    },
    pass(position) {
      seen = position;
    },
    async act() {
      await eachInTurn([...open], ([erasureId, { requested }]) => finish(ports, erasureId, requested));
      const due = toEmpty;
      if (due === undefined) return;
      toEmpty = undefined;
      await captured.empty().catch((error: unknown) => {
        toEmpty = due;
        throw error;
      });
    },
    position() {
      const [oldest] = open.values();
      if (oldest !== undefined) return oldest.before;
      return toEmpty === undefined ? seen : toEmpty.before;
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
