import { z } from 'zod';
import type { SpamFilter, SpamVerdict } from '../../application/ports/spam-filter.js';
import { createOutboundHttp } from '../outbound-http/outbound-http.js';

const timeoutMs = 10_000;
const connectTimeoutMs = 3_000;
const mostAnswerBytes = 1024 * 1024;
const mostReasons = 3;

/** The parts of the answer of `/checkv2` that are read. */
const answer = z.object({
  action: z.string(),
  score: z.number(),
  required_score: z.number(),
  symbols: z.record(z.string(), z.object({ score: z.number() })).default({}),
});

/** Asks the rspamd that the operator names, wherever it is. */
export function createRspamd(url: string, onFailure: (error: unknown) => void): SpamFilter {
  const http = createOutboundHttp({ guard: null, keepAliveMs: 0, connectTimeoutMs, mostAnswerBytes });
  return {
    async judge(message) {
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const asked = { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body: message, signal } as const;
        const { statusCode, body } = await http.request(new URL(`${url}/checkv2`), asked);
        const text = await body.text();
        if (statusCode !== 200) throw new Error(`rspamd answered with the status ${statusCode}`);
        return verdictOf(answer.parse(JSON.parse(text)));
      } catch (error) {
        onFailure(error);
        return undefined;
      }
    },
  };
}

function verdictOf({ action, score, required_score: requiredScore, symbols }: z.output<typeof answer>): SpamVerdict {
  const against = Object.entries(symbols).filter(([, symbol]) => symbol.score > 0);
  return {
    score,
    requiredScore,
    isRejected: action === 'reject',
    isMarked: action === 'add header' || action === 'rewrite subject' || action === 'soft reject',
    reasons: against
      .toSorted(([, one], [, other]) => other.score - one.score)
      .slice(0, mostReasons)
      .map(([name]) => name),
  };
}
