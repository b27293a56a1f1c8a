// @ts-check
/**
 * Catch-up by pages, then live. A live event waits in a small buffer while the call takes no more; when that overflows
 * the subscription ends, or catches up again.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventFilter } from './event-filter.mjs';
import * as answers from './read-answers.mjs';
import * as refusals from './refusals.mjs';
import { roomIn } from './sending.mjs';
import { LAST_REVISION } from './stream-metadata.mjs';

/** @typedef {import('./event-message.mjs').RecordedEvent} RecordedEvent */

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {import('./read.mjs').ReadCall} call
 * @param {{ source: readonly RecordedEvent[], start: number, stream?: string, filter?: import('./event-filter.mjs').FilterOptions }} what
 *   `stream`: its tombstone ends the subscription.
 */
export async function subscribe({ streams, faults, settings }, call, { source, start, stream, filter }) {
  const { matches, window, checkpointEvery } = eventFilter(filter);
  let cursor = start;
  let considered = 0;
  let isLive = false;
  let isOver = false;
  let isBlocked = false;
  /** Of a stream that has no events yet it is said only behind the first one. */
  let owesCaughtUp = false;
  /** @type {{ wire: Uint8Array, index: number, event?: RecordedEvent }[]} */
  let waiting = [];
  let waitingEvents = 0;

  /** @param {refusals.Refusal} [refusal] */
  function end(refusal) {
    if (isOver) return;
    isOver = true;
    streams.listeners.delete(take);
    faults.liveSubscriptions.delete(drop);
    if (refusal) call.emit('error', refusal);
  }
  const drop = () => end(refusals.consumerTooSlow());
  call.on('cancelled', () => end());

  /** @param {Uint8Array} wire */
  async function send(wire) {
    if (!isOver && !call.write(wire)) await roomIn(call);
  }

  /** @param {RecordedEvent} event */
  function afterLive(event) {
    waitingEvents -= 1;
    if (owesCaughtUp) call.write(answers.caughtUp());
    owesCaughtUp = false;
    if (stream !== undefined && event.revision === LAST_REVISION) end(refusals.streamDeleted(stream));
  }

  async function catchUp() {
    isLive = false;
    faults.liveSubscriptions.delete(drop);
    while (!isOver && cursor < source.length) {
      await faults.passGate();
      await sendPage(source.slice(cursor, cursor + window));
      await nextTurn();
    }
    if (isOver) return;
    isLive = true;
    faults.liveSubscriptions.add(drop);
    owesCaughtUp = stream !== undefined && source.length === 0;
    if (!owesCaughtUp) await send(answers.caughtUp());
  }

  /** @param {readonly RecordedEvent[]} page */
  async function sendPage(page) {
    const matching = page.filter(matches);
    for (const { wire } of matching) await send(wire);
    cursor += page.length;
    if (!isCheckpointDue(page.length)) return;
    const reached = matching.at(-1);
    // Without a match only the page's start is known, and that is no event's position.
    await send(
      reached ? answers.checkpoint(reached.position, reached.position) : answers.checkpoint(page[0]?.position ?? 0, 0),
    );
  }

  /** @param {number} more */
  function isCheckpointDue(more) {
    considered += more;
    if (considered < checkpointEvery) return false;
    considered %= checkpointEvery;
    return true;
  }

  /** What was written since, while live. */
  function take() {
    while (isLive && !isOver && cursor < source.length) {
      const index = cursor++;
      const event = /** @type {RecordedEvent} */ (source[index]);
      if (matches(event)) {
        waiting.push({ wire: event.wire, index, event });
        waitingEvents += 1;
      }
      if (isCheckpointDue(1)) waiting.push({ wire: answers.checkpoint(event.position, event.position), index });
      sendWaiting();
      if (waitingEvents > settings.liveBufferEvents) overflow();
    }
  }

  /** As much as the call takes, at once: only what it does not take is left waiting. */
  function sendWaiting() {
    while (!isBlocked && !isOver) {
      const next = waiting.shift();
      if (!next) return;
      isBlocked = !call.write(next.wire);
      if (next.event) afterLive(next.event);
    }
    if (isBlocked && !isOver) void roomIn(call).then(unblock);
  }

  function unblock() {
    isBlocked = false;
    sendWaiting();
  }

  function overflow() {
    if (settings.onOverflow === 'drop') return drop();
    cursor = waiting.find(({ event }) => event)?.index ?? cursor;
    waiting = [];
    waitingEvents = 0;
    isLive = false;
    void send(answers.fellBehind()).then(catchUp);
  }

  streams.listeners.add(take);
  await send(answers.confirmation());
  await catchUp();
}
