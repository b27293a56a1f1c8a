import { type MailTransport, mxSetOf, type Route } from '../ports/mail-transport.js';
import type { Receivers } from '../ports/work-queue.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { Parking } from './parking.js';

/** Mails in work for each connection: while one waits for its signature another is on the wire. */
export const jobsPerConnection = 2;
/** The first mail to a stranger finds out for the others whether it answers. */
const roomOfStranger = 1;
/** Jobs at once for an MX set that is down: its emails are deferred without a connection. */
const roomOfDown = 8;
const mostDestinations = 50_000;

/** Which MX set takes a destination's mail. A slow set is one receiver, however many domains it serves. */
export class MxReceivers implements Receivers {
  private readonly setOf = new BoundedMap<string, string>(mostDestinations);

  constructor(
    private readonly transport: Pick<MailTransport, 'concurrency'>,
    private readonly parking: Pick<Parking, 'isHeld' | 'down' | 'answers'>,
    readonly mostAside: number,
  ) {}

  /** A destination's mail goes this way, as far as is known. */
  learn(destination: string, route: Route): void {
    this.setOf.set(destination, mxSetOf(route));
  }

  receiverOf(destination: string): string {
    return this.setOf.get(destination) ?? `destination ${destination}`;
  }

  /** A set that is down is not asked at all, so its mails may start. */
  answers(receiver: string): boolean {
    // The relay and the catcher are ours.
    if (receiver === 'relay' || receiver === 'catcher') return true;
    return this.parking.answers(receiver) || this.parking.down(receiver) !== undefined;
  }

  roomOf(receiver: string): number {
    if (this.parking.isHeld(receiver)) return 0;
    if (this.parking.down(receiver) !== undefined) return roomOfDown;
    return this.answers(receiver) ? this.transport.concurrency(receiver) * jobsPerConnection : roomOfStranger;
  }
}
