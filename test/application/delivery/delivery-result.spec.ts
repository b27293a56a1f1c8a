import { resultsIn } from '../../../src/application/delivery/delivery-result.js';
import type { Route } from '../../../src/application/ports/mail-transport.js';
import type { EmailEvent } from '../../../src/domain/email/events.js';
import { type Kid, plain } from '../../../src/domain/shared/personal.js';

const attempt = { emailId: 'e1', attemptId: 'a1', begunAtMs: 1_000, tls: 'mta-sts' } as const;
const mx = (host: string): Route => ({ kind: 'mx', mxSet: 'mx-1', hosts: [[host]] });

const delivered = (host: string): EmailEvent => ({
  type: 'EmailDelivered',
  data: {
    attemptId: 'a1',
    recipient: 2,
    destination: 'd1',
    reply: {
      step: 'dot',
      code: 250,
      enhancedCode: '2.0.0',
      detail: plain('k1' as Kid, { host, text: '2.0.0 ok ada@x.test' }),
    },
  },
});

describe('what is logged of a result', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', mx('gmail-smtp-in.l.google.com'), 'gmail', 'gmail-smtp-in.l.google.com'],
    ['mx.ada-lovelace.example', mx('mx.ada-lovelace.example'), 'other', null],
    ['relay.example.com', { kind: 'relay' }, 'relay', 'relay.example.com'],
    ['127.0.0.1', { kind: 'catcher' }, 'sandbox', '127.0.0.1'],
    ['ada-lovelace.example', null, 'none', null],
  ] as const)('of %s', (host, route, receiver, logged) => {
    const results = resultsIn(delivered(host), attempt, route, 1_250);
    expect(results).toEqual([
      {
        ...{ emailId: 'e1', attemptId: 'a1', recipient: 2, outcome: 'delivered', receiver, host: logged },
        mxSet: route === null ? null : route.kind === 'mx' ? 'mx-1' : route.kind,
        tls: 'mta-sts',
        ...{ step: 'dot', code: 250, enhancedCode: '2.0.0', kind: null, durationMs: 250 },
      },
    ]);
    expect(JSON.stringify(results)).not.toContain('ada');
  });
});
