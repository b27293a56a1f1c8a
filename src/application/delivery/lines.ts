import type { MailTransport } from '../ports/mail-transport.js';
import type { Lines } from '../ports/work-queue.js';
import type { Parking } from './parking.js';

/** Which destinations stand in one line, because one MX set takes their mail. */
export interface MxLines extends Lines {
  /** A destination's mail goes to this set, as far as is known. */
  learn(destination: string, mxSet: string): void;
  /** Takes a place of a set, which must be left again; false: it has none, for jobs that found out where they go. */
  enter(mxSet: string): boolean;
  leave(mxSet: string): void;
}

/** Mails in work for each connection: while one waits for its signature another is on the wire. */
export const jobsPerConnection = 2;
/** Of a destination whose set is not known yet: the first one finds it out for the others. */
const roomOfUnknown = 2;
/** Of a set that is down: its mails are deferred without a connection. */
const roomOfDown = 8;
const mostDestinations = 50_000;

/** A slow set is one line, however many domains it serves, and has room for as much as it takes. */
export function createMxLines(transport: Pick<MailTransport, 'concurrency'>, parking: Parking): MxLines {
  const setOf = new Map<string, string>();
  const inWork = new Map<string, number>();

  function roomOf(line: string): number {
    if (line.startsWith(unknownPrefix)) return roomOfUnknown;
    if (parking.isHeld(line)) return 0;
    return parking.down(line) === undefined ? transport.concurrency(line) * jobsPerConnection : roomOfDown;
  }

  return {
    learn(destination, mxSet) {
      setOf.delete(destination);
      setOf.set(destination, mxSet);
      const [oldest] = setOf.keys();
      if (setOf.size > mostDestinations && oldest !== undefined) setOf.delete(oldest);
    },
    lineOf: (destination) => setOf.get(destination) ?? unknown(destination),
    roomOf,
    enter(mxSet) {
      const count = inWork.get(mxSet) ?? 0;
      if (count >= roomOf(mxSet)) return false;
      inWork.set(mxSet, count + 1);
      return true;
    },
    leave(mxSet) {
      const count = (inWork.get(mxSet) ?? 0) - 1;
      if (count > 0) inWork.set(mxSet, count);
      else inWork.delete(mxSet);
    },
  };
}

const unknownPrefix = 'destination ';
const unknown = (destination: string): string => `${unknownPrefix}${destination}`;
