import type { Place, Receivers } from '../../application/ports/work-queue.js';
import { Tally } from './tally.js';

interface Counts {
  all: number;
  strangers: number;
}

/**
 * Which jobs are in work in this process: how many of each receiver, and in which places. A stranger may cost minutes,
 * so that strangers together have half of the places, and half of the room aside: the rest is always for receivers that
 * answer.
 */
export class ReceiverUse {
  readonly ofReceiver = new Tally();
  readonly inPlaces: Counts = { all: 0, strangers: 0 };
  readonly aside: Counts = { all: 0, strangers: 0 };
  private readonly strangersAtOnce: number;

  constructor(
    readonly receivers: Receivers,
    private readonly places: number,
  ) {
    this.strangersAtOnce = Math.max(1, Math.floor(places / 2));
  }

  /** How many more jobs of the receiver may start, as far as it is about the receiver and its kind. */
  roomIn(receiver: string): number {
    const room = this.receivers.roomOf(receiver) - this.ofReceiver.of(receiver);
    return this.receivers.answers(receiver) ? room : Math.min(room, this.strangersAtOnce - this.inPlaces.strangers);
  }

  hasFreePlace(): boolean {
    return this.inPlaces.all < this.places;
  }

  enter(receiver: string, onAside: () => void): UsedPlace {
    return new UsedPlace(this, receiver, onAside);
  }
}

/** The place of a job in work. */
export class UsedPlace implements Place {
  private readonly isStranger: boolean;
  private where: Counts;

  /** `receiver`: the one that the job counts for. */
  constructor(
    private readonly use: ReceiverUse,
    private receiver: string,
    private readonly onAside: () => void,
  ) {
    this.isStranger = !use.receivers.answers(receiver);
    this.where = use.inPlaces;
    use.ofReceiver.add(receiver, 1);
    this.count(1);
  }

  get countsFor(): string {
    return this.receiver;
  }

  joins(next: string): boolean {
    const { receivers, ofReceiver } = this.use;
    if (next === this.receiver) return true;
    if (receivers.roomOf(next) <= ofReceiver.of(next)) return false;
    ofReceiver.add(this.receiver, -1);
    ofReceiver.add(next, 1);
    this.receiver = next;
    return true;
  }

  standAside(): void {
    const { inPlaces, aside, receivers } = this.use;
    const isFull = aside.all >= receivers.mostAside || (this.isStranger && aside.strangers >= receivers.mostAside / 2);
    if (this.where !== inPlaces || isFull) return;
    this.count(-1);
    this.where = aside;
    this.count(1);
    this.onAside();
  }

  leave(): void {
    this.count(-1);
    this.use.ofReceiver.add(this.receiver, -1);
  }

  private count(by: 1 | -1): void {
    this.where.all += by;
    if (this.isStranger) this.where.strangers += by;
  }
}

/** One receiver for all lines, which takes everything. */
export const oneReceiver: Receivers = {
  receiverOf: () => '',
  roomOf: () => Number.POSITIVE_INFINITY,
  answers: () => true,
  mostAside: 0,
};
