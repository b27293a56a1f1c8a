import type { EmailAccepted } from '../../domain/email/events.js';
import type { StreamRetired } from '../../domain/retention/events.js';
import { vaultContentOf } from '../../domain/shared/accepted-email.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { SubmissionAccepted } from '../../domain/submission/events.js';
import {
  holding,
  type Judgement,
  removeRetired,
  type Retirable,
  type RetirePorts,
  retireStreams,
  retireTogether,
} from './retire-streams.js';
import { type GatePorts, retentionGates } from './gates.js';
import { mailJudge } from './judge-mail.js';
import { ownContent, type VaultContent } from './submission-content.js';
import { Backlog } from '../shared/backlog.js';
import type { DeclaredProcessManager, ProcessManager } from '../shared/run-process-manager.js';

/** A younger one is left to the process that wrote it. */
const ripeAfterMs = 15_000;

interface OpenRetirement {
  readonly retired: StreamRetired['data'];
  readonly atMs: number;
}

/** Its name, what it follows, and what it is made from. */
export const retirementFinisher = {
  name: 'retirement-finisher',
  filter: { categories: ['retention'], types: ['StreamRetired'] },
  make({ services }: { readonly services: GatePorts & { readonly ports: RetirePorts } }) {
    return createRetirementFinisher(services.ports, () =>
      mailJudge(services.ports, retentionGates(services), Infinity),
    );
  },
} satisfies DeclaredProcessManager;

/**
 * Finishes retirements that a crash cut off behind their fact. A mail about which an event was written after the fact
 * is retired once more, when that is sealed (`judgeAgain`): nothing was removed under its later event.
 */
export function createRetirementFinisher(
  ports: RetirePorts,
  judgeAgain: () => (stream: StreamName) => Promise<Judgement>,
): ProcessManager {
  const backlog = new Backlog<OpenRetirement>();

  async function finishTogether(entries: readonly (readonly [string, OpenRetirement])[]): Promise<void> {
    const streams = entries.map(([, { retired }]) => retired.stream);
    const superseded: StreamName[] = [];
    await holding(ports, [...new Set(streams)], async () => {
      const unfinished: Retirable[] = [];
      for (const [, { retired }] of entries) {
        const last = await ports.store.readLast(retired.stream);
        if (last?.revision === retired.lastRevision) {
          unfinished.push({ retired, ...(await contentOf(ports, retired.stream)) });
        } else if (last !== undefined && retired.mode === 'tombstone') superseded.push(retired.stream);
      }
      if (unfinished.length > 0) await removeRetired(ports, unfinished);
    });
    const again =
      superseded.length === 0 ? undefined : await retireStreams(ports, [...new Set(superseded)], judgeAgain());
    for (const [id, { retired }] of entries) if (again?.waiting.includes(retired.stream) !== true) backlog.finish(id);
  }

  return {
    ...retirementFinisher,
    backlog,
    note(stored) {
      const [recorded] = ports.codec.decode<StreamRetired>([stored]);
      if (recorded === undefined || !isOurs(recorded.event.data.stream)) return;
      backlog.add(stored.id, { retired: recorded.event.data, atMs: Date.parse(recorded.metadata.time) });
    },
    async act() {
      const ripe = ports.clock.now() - ripeAfterMs;
      const due = backlog.entries().filter(([, { atMs }]) => atMs <= ripe);
      for (let start = 0; start < due.length; start += retireTogether) {
        await finishTogether(due.slice(start, start + retireTogether));
      }
    },
  };
}

/** Other categories have a retention of their own, which finishes what it began. */
function isOurs(stream: StreamName): boolean {
  const category = categoryOf(stream);
  return category === 'email' || category === 'submission';
}

/** What goes with a stream that is still there. */
async function contentOf(ports: RetirePorts, stream: StreamName): Promise<VaultContent> {
  const events = ports.codec.decode<EmailAccepted | SubmissionAccepted>(await ports.store.readStream(stream));
  const contents = events.flatMap(({ event }): VaultContent[] => {
    if (event.type === 'EmailAccepted') return [vaultContentOf(event.data)];
    return event.type === 'SubmissionAccepted' ? [ownContent(event.data)] : [];
  });
  return { kids: contents.flatMap(({ kids }) => kids), blobIds: contents.flatMap(({ blobIds }) => blobIds) };
}
