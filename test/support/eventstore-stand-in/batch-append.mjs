// @ts-check
/** The path that the client takes by default: all its appends on one stream of messages, answered by correlation id. */
import { setTimeout as after } from 'node:timers/promises';
import { expectedOf, isTooLarge, isWellFormed, proposedEvent, streamName } from './append-requests.mjs';
import * as answers from './batch-answers.mjs';
import { leaderGone, NOT_READY } from './refusals.mjs';

/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendReq} BatchRequest */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendResp} Answer */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendReq.Options} AppendOptions */
/** @typedef {{ options: AppendOptions | undefined, events: import('./event-message.mjs').ProposedEvent[] }} Collected */

/** @param {import('./streams-service.mjs').Context} context */
export function batchAppend({ streams, faults, settings, refusal = () => undefined }) {
  return (/** @type {import('@grpc/grpc-js').ServerDuplexStream<BatchRequest, Answer>} */ call) => {
    /** @type {Map<string, Collected>} An append may come in several messages. */
    const unfinished = new Map();
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', (request) => {
      const correlationId = request.getCorrelationId()?.getString() ?? '';
      const collected = unfinished.get(correlationId) ?? { options: undefined, events: [] };
      unfinished.set(correlationId, collected);
      collected.options ??= request.getOptions();
      collected.events.push(...request.getProposedMessagesList().map(proposedEvent));
      if (!request.getIsFinal()) return;
      unfinished.delete(correlationId);
      void answer(correlationId, collected);
    });

    /**
     * @param {string} correlationId
     * @param {Collected} collected
     */
    async function answer(correlationId, { options, events }) {
      if (!options) return;
      await faults.passGate();
      await faults.beforeAppend();
      const asked = { correlationId, stream: streamName(options.getStreamIdentifier()) };
      const refused = refusal();
      // Who names a leader ends the stream; who knows of none answers, and the stream lives on.
      if (refused?.details === NOT_READY) return send(answers.notReady(asked));
      if (refused) return call.emit('error', refused);
      if (faults.failsStream()) return call.emit('error', leaderGone());
      const deadlineMs = options.getDeadline()?.toDate().getTime() ?? Infinity;
      if (asked.stream === '') return send(answers.badRequest(asked));
      if (!events.every(isWellFormed)) return sendTwice(asked);
      if (isTooLarge(events)) return send(answers.tooLarge(asked));
      if (deadlineMs <= faults.now()) return send(answers.timedOut(asked));
      const expected = expectedOf(options, options.getStreamPosition());
      const outcome = await streams.append(asked.stream, expected, events);
      if (faults.losesAnswer()) return;
      await faults.passKeeping();
      await faults.passGate();
      if (outcome.result === 'deleted') return send(answers.streamDeleted(asked));
      if (outcome.result === 'written') {
        const answer = answers.written(asked, outcome.revision, outcome.position);
        for (let times = faults.timesSent(); times > 0; times -= 1) send(answer);
        return;
      }
      send(answers.wrongExpectedVersion(asked, expected, outcome.current));
    }

    /** The write is never begun and runs into its time limit; the answer to that comes too. @param {answers.Asked} asked */
    async function sendTwice(asked) {
      send(answers.badRequest(asked));
      await after(settings.secondAnswerAfterMs, undefined, { ref: false });
      send(answers.timedOut(asked));
    }

    /** @param {Answer} message */
    function send(message) {
      if (!call.cancelled && !call.writableEnded) call.write(message);
    }
  };
}
