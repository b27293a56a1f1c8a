import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import { completeErasure, type ErasurePorts } from '../erasure/erase-emails.js';
import { eachInTurn, type ProcessManager } from './run-process-manager.js';

/** Finishes erasures that were cut off, and empties the catcher after each, whoever asked for it. */
export function createErasureFinisher(ports: ErasurePorts, captured: Pick<CapturedMail, 'empty'>): ProcessManager {
  const open = new Map<
    string,
    { readonly requested: Recorded<ErasureRequested>; readonly before: Position | undefined }
  >();
  let toEmpty: { readonly before: Position | undefined } | undefined;
  let seen: Position | undefined;

  return {
    name: 'erasure-finisher',
    filter: { categories: ['erasure'] },
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
    async act() {
      await eachInTurn([...open], async ([erasureId, { requested }]) => {
        const { teamId, region, correlationId } = requested.metadata;
        const actor = { kind: 'system', id: 'erasure-finisher' } as const;
        await completeErasure(ports, erasureId, requested.event.data, {
          context: { teamId, actor, correlationId },
          region,
        });
      });
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
