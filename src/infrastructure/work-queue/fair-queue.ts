import type { RetryClass } from '../../domain/shared/accepted-email.js';
import type { Job, Receivers } from '../../application/ports/work-queue.js';
import type { ReceiverUse } from './receiver-use.js';

const classOrder: readonly RetryClass[] = ['transactional', 'standard', 'bulk', 'strangers'];

/**
 * Jobs in lines, one for each destination, served in turn: those of a higher class first, whichever line they wait in.
 * Those whose receiver has no room are set aside until it has.
 */
export class FairQueue {
  private readonly classes: Readonly<Record<RetryClass, ClassQueue>>;

  constructor(
    receivers: Receivers,
    private readonly use: ReceiverUse,
  ) {
    const one = () => new ClassQueue(receivers, use);
    this.classes = { transactional: one(), standard: one(), bulk: one(), strangers: one() };
  }

  /** Some are set aside. */
  get isWaiting(): boolean {
    return this.inOrder().some(({ isWaiting }) => isWaiting);
  }

  put(job: Job): void {
    this.classes[job.class].put(job);
  }

  /**
   * A job of the line whose turn it is.
   * @returns undefined when none may be started.
   */
  take(): Job | undefined {
    for (const queue of this.inOrder()) {
      const job = queue.take();
      if (job !== undefined) return job;
    }
    return undefined;
  }

  /** This receiver may have room again; without one: any may. */
  look(receiver?: string): void {
    const asked = receiver === undefined ? new Set(this.inOrder().flatMap((queue) => queue.receivers())) : [receiver];
    for (const each of asked) {
      let room = this.use.roomIn(each);
      for (const queue of this.inOrder()) room -= queue.bringBack(each, room);
    }
  }

  private inOrder(): readonly ClassQueue[] {
    return classOrder.map((each) => this.classes[each]);
  }
}

class ClassQueue {
  private readonly inTurn = new Map<string, Job[]>();
  /** By receiver and name. */
  private readonly aside = new Map<string, Map<string, Job[]>>();
  private readonly asideFor = new Map<string, string>();

  constructor(
    private readonly serving: Receivers,
    private readonly use: ReceiverUse,
  ) {}

  get isWaiting(): boolean {
    return this.aside.size > 0;
  }

  /** Those that lines are set aside for. */
  receivers(): readonly string[] {
    return [...this.aside.keys()];
  }

  put(job: Job): void {
    const receiver = this.asideFor.get(job.line);
    const known = receiver === undefined ? this.inTurn.get(job.line) : this.aside.get(receiver)?.get(job.line);
    const line = known ?? [];
    line.push(job);
    if (known === undefined) this.inTurn.set(job.line, line);
  }

  take(): Job | undefined {
    for (const [name, line] of this.inTurn) {
      this.inTurn.delete(name);
      const receiver = this.serving.receiverOf(name);
      if (this.use.roomIn(receiver) <= 0) {
        this.setAside(name, line, receiver);
        continue;
      }
      const job = line.shift();
      if (line.length > 0) this.inTurn.set(name, line);
      if (job !== undefined) return job;
    }
    return undefined;
  }

  private setAside(name: string, line: Job[], receiver: string): void {
    const others = this.aside.get(receiver) ?? new Map<string, Job[]>();
    this.aside.set(receiver, others.set(name, line));
    this.asideFor.set(name, receiver);
  }

  /** As many lines as there is room for, in the order in which they came. @returns how many. */
  bringBack(receiver: string, room: number): number {
    const waiting = this.aside.get(receiver);
    if (waiting === undefined) return 0;
    let broughtBack = 0;
    for (const [name, line] of waiting) {
      // A line that has another receiver by now goes back in turn, whatever room this one has.
      if (broughtBack >= room && this.serving.receiverOf(name) === receiver) break;
      waiting.delete(name);
      this.asideFor.delete(name);
      this.inTurn.set(name, line);
      broughtBack += 1;
    }
    if (waiting.size === 0) this.aside.delete(receiver);
    return broughtBack;
  }
}
