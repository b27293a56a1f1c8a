import type { MailTransport, Route } from '../ports/mail-transport.js';
import type { Lines } from '../ports/work-queue.js';
import type { Parking } from './parking.js';

/** Which destinations stand in one line, because one MX set takes their mail. */
export interface MxLines extends Lines {
  /** A destination's mail goes this way, as far as is known. */
  learn(destination: string, route: Route): void;
}

/** Mails in work for each connection: while one waits for its signature another is on the wire. */
export const jobsPerConnection = 2;
/** Of a receiver that has not answered yet, or not the last time: the first one finds it out for the others. */
const roomOfStranger = 1;
/** Of a set that is down: its mails are deferred without a connection. */
const roomOfDown = 8;
const mostDestinations = 50_000;

/** A slow set is one line, however many domains it serves, and has room for as much as it takes. */
export function createMxLines(
  transport: Pick<MailTransport, 'concurrency'>,
  parking: Omit<Parking, 'note'>,
  mostAside: number,
): MxLines {
  /** Sets without hosts: the relay and the catcher. */
  const ours = new Set<string>();
  const setOf = new Map<string, string>();

  /** A set that is down is not asked at all. */
  const answers = (line: string): boolean =>
    ours.has(line) || parking.answers(line) || parking.down(line) !== undefined;

  function roomOf(line: string): number {
    if (parking.isHeld(line)) return 0;
    if (parking.down(line) !== undefined) return roomOfDown;
    return answers(line) ? transport.concurrency(line) * jobsPerConnection : roomOfStranger;
  }

  return {
    mostAside,
    answers,
    learn(destination, { mxSet, hosts }) {
      if (hosts === undefined) ours.add(mxSet);
      setOf.delete(destination);
      setOf.set(destination, mxSet);
      const [oldest] = setOf.keys();
      if (setOf.size > mostDestinations && oldest !== undefined) setOf.delete(oldest);
    },
    lineOf: (destination) => setOf.get(destination) ?? `destination ${destination}`,
    roomOf,
  };
}
