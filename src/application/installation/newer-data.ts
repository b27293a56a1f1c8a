import { NewerEvent } from '../ports/event-codec.js';
import { StartRefused } from './start-refused.js';

/** `what`: the part of the data that says so. An older program would read it wrongly, and write what fits neither. */
export function newerData(what: string): StartRefused {
  return new StartRefused(
    'newer-data',
    `This data was written by a newer version of Posthorn (${what}): start that version, or restore a backup from before the upgrade.`,
  );
}

/** Throws `StartRefused` where a program that knows more events has run on this log. `by`: its version, if known. */
export function requireKnownFormat(found: number, known: number, by: string | null): void {
  const version = by === null ? '' : ` since version ${by}`;
  if (found > known) throw newerData(`its events have format ${found}${version}, this one knows ${known}`);
}

/** For a `catch`: an event that only a newer program knows says as much as the format. */
export function wordsForNewerEvents(error: unknown): never {
  throw error instanceof NewerEvent ? newerData(error.message) : error;
}
