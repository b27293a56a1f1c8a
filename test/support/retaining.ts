import { createRetirementFinisher } from '../../src/application/retention/retirement-finisher.js';
import type { ProcessManager } from '../../src/application/shared/run-process-manager.js';
import { createRetention } from '../../src/application/retention/aged-streams.js';
import { mailJudge, type RetentionGates } from '../../src/application/retention/judge-mail.js';
import { createOrphanSweep } from '../../src/application/retention/orphan-sweep.js';
import {
  mailRetention,
  receiptRetention,
  receivedRetention,
  submissionRetention,
} from '../../src/application/retention/policies.js';
import type { RetirePorts } from '../../src/application/retention/retire-streams.js';
import { sealedThrough } from '../../src/application/seal/last-seal.js';
import { delivering, jobFor } from './delivering.js';
import { notes } from './process-managers.js';
import { SealedWorld } from './sealing.js';
import type { World } from './world.js';

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** What the catcher was told to forget. */
class ForgetfulCatcher {
  readonly forgotten: string[] = [];
  broken = false;

  async forget(emailIds: readonly string[]): Promise<void> {
    if (this.broken) throw new Error('the catcher is busy');
    this.forgotten.push(...emailIds);
  }
}

/** Retention over a world: each call of its parts is another process. */
export function retaining(
  world: World,
  options: { readonly afterMs?: number; readonly figuresClosed?: RetentionGates['figuresClosed'] } = {},
) {
  const afterMs = options.afterMs ?? 30 * dayMs;
  const captured = new ForgetfulCatcher();
  const retired: number[] = [];
  /** The last UTC day of every team whose usage is closed. */
  const usage = { closedThrough: '2999-12-31' };
  /** Whether figures that outlive a mail hold it. */
  const figures = { closed: true };
  const ports = (): RetirePorts => ({ ...world.process(), captured });
  const gates: RetentionGates = {
    sealedThrough: () => sealedThrough(world.process()),
    usageClosedThrough: async () => usage.closedThrough,
    figuresClosed: options.figuresClosed ?? (async () => figures.closed),
  };
  const { signal } = new AbortController();
  const run = async (task: ReturnType<typeof createRetention>): Promise<void> => {
    await task.act(signal);
    await task.save();
  };
  return {
    captured,
    /** How many streams went, each time. */
    retired,
    usage,
    figures,
    /** A process that goes on. */
    mails: () => createRetention(ports(), mailRetention(ports(), gates, afterMs), (count) => retired.push(count)),
    run,
    async retireMails(): Promise<void> {
      await run(this.mails());
    },
    async retireSubmissions(): Promise<void> {
      const process = world.process();
      const policy = submissionRetention(process, gates, 72 * hourMs);
      await run(createRetention(ports(), policy, (count) => retired.push(count)));
    },
    async retireReceived(): Promise<void> {
      const process = world.process();
      await run(createRetention(ports(), receiptRetention(process, gates), (count) => retired.push(count)));
      await run(createRetention(ports(), receivedRetention(process, gates, afterMs), (count) => retired.push(count)));
    },
    async sweep(): Promise<void> {
      const settings = { afterMs: dayMs, onSwept: () => undefined };
      await run(createOrphanSweep({ ...world.process(), vault: world.vault }, settings));
    },
    seal: async () => (await SealedWorld.over(world)).seal(),
    /** The first thing found wrong with the log. */
    verify: async () => (await (await SealedWorld.over(world)).verify()).bad,
    async finisher(): Promise<ProcessManager> {
      const manager = createRetirementFinisher(ports(), () => mailJudge(ports(), gates, Infinity));
      await notes(world, manager);
      return manager;
    },
  };
}

/** Hands the mail over to everybody at the domain. */
export async function deliverTo(world: World, emailId: string, domain: string): Promise<void> {
  await delivering(world).attempt(await jobFor(world, emailId, domain));
}
