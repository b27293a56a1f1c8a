// @ts-check
/** What a read or a subscription answers besides events, as bytes. */
import { randomUUID } from 'node:crypto';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { streamIdentifier } from './event-message.mjs';

const { ReadResp } = messages;

/** @param {(answer: InstanceType<typeof ReadResp>) => void} fill */
function answer(fill) {
  const message = new ReadResp();
  fill(message);
  return message.serializeBinary();
}

/** @param {string} stream */
export const streamNotFound = (stream) =>
  answer((message) => {
    const absent = new ReadResp.StreamNotFound();
    absent.setStreamIdentifier(streamIdentifier(stream));
    message.setStreamNotFound(absent);
  });

export const confirmation = () =>
  answer((message) => {
    const confirmed = new ReadResp.SubscriptionConfirmation();
    confirmed.setSubscriptionId(randomUUID());
    message.setConfirmation(confirmed);
  });

/** @param {number} commit @param {number} prepare */
export const checkpoint = (commit, prepare) =>
  answer((message) => {
    const reached = new ReadResp.Checkpoint();
    reached.setCommitPosition(String(commit));
    reached.setPreparePosition(String(prepare));
    message.setCheckpoint(reached);
  });

export const caughtUp = () => answer((message) => message.setCaughtUp(new ReadResp.CaughtUp()));
export const fellBehind = () => answer((message) => message.setFellBehind(new ReadResp.FellBehind()));
