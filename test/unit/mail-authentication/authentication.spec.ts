import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Authenticated } from '../../../src/domain/shared/verdicts.js';
import type { Answered, Asked } from '../../../src/infrastructure/mail-authentication/authenticate.worker.js';
import { Authentication } from '../../../src/infrastructure/mail-authentication/authentication.js';
import type { ModestWorker } from '../../../src/infrastructure/system/modest-worker.js';

const arrival = { helo: 'mail.example.net', address: '192.0.2.7', sender: 'ann@example.net' };
const header = Buffer.from('From: ann@example.net\r\n\r\n');
const stuckMs = 8_000;
const found: Authenticated = {
  verdicts: { spf: 'pass', dkim: 'none', dmarc: 'pass', arc: 'none' },
  passed: { spf: 'example.net', dkim: [], dmarc: 'example.net' },
};

describe('the thread that checks emails', () => {
  let threads: { readonly asked: Asked[]; readonly say: (answered: Answered) => void; readonly fail: () => void }[];
  let cutOff: string[];
  let authentication: Authentication;

  beforeEach(() => {
    jest.useFakeTimers();
    threads = [];
    cutOff = [];
    const start = (): ModestWorker => {
      const asked: Asked[] = [];
      const methods = {
        postMessage: (one: Asked) => asked.push(one),
        terminate: async () => 0,
        unref: () => undefined,
      };
      const worker = Object.assign(new EventEmitter(), methods);
      const say = (answered: Answered) => worker.emit('message', answered);
      threads.push({ asked, say, fail: () => worker.emit('error', new Error('out of memory')) });
      // The methods that the class calls.
      return worker as unknown as ModestWorker;
    };
    const dns = { servers: null, timeoutMs: 1, tries: 1 };
    authentication = new Authentication({ dns, onCutOff: (why) => cutOff.push(why) }, start);
  });
  afterEach(async () => {
    await authentication.close();
    jest.useRealTimers();
  });

  it('gives what it found', async () => {
    const check = authentication.begin(arrival, header);
    const ended = check.end();
    threads[0]?.say({ email: 1, what: 'done', found });
    expect(await ended).toEqual(found);
  });

  it.each(['write', 'end'] as const)('is ended where it is stuck in %s: its emails go unchecked', async (step) => {
    const [stuck, other] = [authentication.begin(arrival, header), authentication.begin(arrival, header)];
    const waiting = step === 'write' ? stuck.write(header) : stuck.end();
    await jest.advanceTimersByTimeAsync(stuckMs);
    await waiting;
    expect(cutOff).toEqual(['took too long']);
    expect(await Promise.all([stuck.end(), other.end()])).toEqual([null, null]);
    expect(threads).toHaveLength(1);
  });

  it('is not started again by emails that were in it when it failed, but by the next one', async () => {
    const check = authentication.begin(arrival, header);
    threads[0]?.fail();
    await check.write(header);
    expect(await check.end()).toBeNull();
    check.cancel();
    expect([threads.length, cutOff]).toEqual([1, ['out of memory']]);
    const next = authentication.begin(arrival, header).end();
    threads[1]?.say({ email: 2, what: 'done', found });
    expect(await next).toEqual(found);
  });
});
