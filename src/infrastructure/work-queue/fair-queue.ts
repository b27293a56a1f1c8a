import type { RetryClass } from '../../domain/shared/accepted-email.js';
import type { Job, Receivers } from '../../application/ports/work-queue.js';
import type { ReceiverUse } from './receiver-use.js';

type Line = Readonly<Record<RetryClass, Job[]>>;
const classOrder: readonly RetryClass[] = ['transactional', 'standard', 'bulk'];

/** Jobs in lines, one for each sender, served in turn. Those whose receiver has no room are set aside until it has. */
export class FairQueue {
  private readonly inTurn = new Map<string, Line>();
  /** By receiver and name. */
  private readonly aside = new Map<string, Map<string, Line>>();
  private readonly asideFor = new Map<string, string>();

  constructor(
    private readonly receivers: Receivers,
    private readonly use: ReceiverUse,
  ) {}

  /** Some are set aside. */
  get isWaiting(): boolean {
    return this.aside.size > 0;
  }

  put(job: Job): void {
    const receiver = this.asideFor.get(job.line);
    const known = receiver === undefined ? this.inTurn.get(job.line) : this.aside.get(receiver)?.get(job.line);
    const line = known ?? { transactional: [], standard: [], bulk: [] };
    line[job.class].push(job);
    if (known === undefined) this.inTurn.set(job.line, line);
  }

  /**
   * A job of the line whose turn it is.
   * @returns undefined when none may be started.
   */
  take(): Job | undefined {
    for (const [name, line] of this.inTurn) {
      this.inTurn.delete(name);
      const receiver = this.receivers.receiverOf(name);
      if (this.use.roomIn(receiver) <= 0) {
        this.setAside(name, line, receiver);
        continue;
      }
      const queued = classOrder.map((each) => line[each]).find(({ length }) => length > 0);
      const job = queued?.shift();
      if (job === undefined) continue;
      if (classOrder.some((each) => line[each].length > 0)) this.inTurn.set(name, line);
      return job;
    }
    return undefined;
  }

  /** This receiver may have room again; without one: any may. */
  look(receiver?: string): void {
    if (receiver !== undefined) this.bringBack(receiver);
    else for (const each of [...this.aside.keys()]) this.bringBack(each);
  }

  private setAside(name: string, line: Line, receiver: string): void {
    const others = this.aside.get(receiver) ?? new Map<string, Line>();
    this.aside.set(receiver, others.set(name, line));
    this.asideFor.set(name, receiver);
  }

  /** As many as have room, in the order in which they came. */
  private bringBack(receiver: string): void {
    const waiting = this.aside.get(receiver);
    if (waiting === undefined) return;
    let room = this.use.roomIn(receiver);
    for (const [name, line] of waiting) {
      // A line that has another receiver by now goes back in turn, whatever room this one has.
      if (room <= 0 && this.receivers.receiverOf(name) === receiver) break;
      waiting.delete(name);
      this.asideFor.delete(name);
      this.inTurn.set(name, line);
      room -= 1;
    }
    if (waiting.size === 0) this.aside.delete(receiver);
  }
}
