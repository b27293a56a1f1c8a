import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { EventMetadata, Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import { completeErasure } from './erase-listed.js';
import { finishPerson, type PersonErasingPorts } from './erase-person.js';
import type { Ports } from '../shared/ports.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

/**
 * Where a command carries a person's erasure out itself, a younger one may still be at work; two at once would only be
 * twice the work.
 */
const personRipeAfterMs = 10_000;

/** Its name, what it follows, and what it is made from. */
export const erasureFinisher = {
  name: 'erasure-finisher',
  filter: { categories: ['erasure'] },
  make: ({
    services: { ports },
  }: {
    readonly services: { readonly ports: PersonErasingPorts & Pick<Ports, 'captured'> };
  }) => createErasureFinisher(ports, ports.captured),
} satisfies DeclaredProcessManager;

/** Marks an erasure that is complete: the catcher may still hold its emails. */
const catcherHolds = 'catcher-holds';

/**
 * Carries out what people asked for in the page, finishes erasures that were cut off, and empties the catcher after
 * each of any process.
 */
export function createErasureFinisher(
  ports: PersonErasingPorts,
  captured: Pick<CapturedMail, 'empty'>,
): ProcessManager {
  const backlog = new Backlog<Recorded<ErasureRequested> | typeof catcherHolds>();

  return {
    ...erasureFinisher,
    backlog,
    note(stored) {
      const erasureId = idOf(stored.stream);
      if (stored.type === 'ErasureRequested') {
        const [requested] = ports.codec.decode<ErasureRequested>([stored]);
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
  ports: PersonErasingPorts,
  erasureId: string,
  { event: { data }, metadata }: Recorded<ErasureRequested>,
): Promise<void> {
  const { teamId, region, correlationId } = metadata;
  const actor = { kind: 'system', id: 'erasure-finisher' } as const;
  const provenance = { context: { teamId, actor, correlationId }, region };
  if (data.scope === 'listed') await completeErasure(ports, erasureId, data, provenance);
  else if (data.person !== null && isRipe(metadata, ports.clock.now())) {
    await finishPerson(ports, erasureId, data.person, provenance);
  }
}

/** What was asked for in the page is this one's work alone. */
function isRipe({ actor, time }: EventMetadata, nowMs: number): boolean {
  return actor.kind === 'user' || Date.parse(time) + personRipeAfterMs <= nowMs;
}
