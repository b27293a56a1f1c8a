import { createSecurityEvents } from '../../../src/infrastructure/security/security-events.js';

it('counts each, and writes one line of a kind a second with how many it left out', () => {
  const lines: object[] = [];
  const counted: string[] = [];
  let nowMs = 0;
  const note = createSecurityEvents({
    // The edge uses one of pino's signatures: an object and a message.
    logger: { warn: (fields: object, message: string) => lines.push({ ...fields, message }) } as never,
    count: (event) => counted.push(event),
    now: () => nowMs,
  });
  const from = (address: string) => ({ address, reason: 'unknown' });
  note('key-refused', from('192.0.2.1'));
  note('key-refused', from('192.0.2.2'));
  note('key-refused', from('192.0.2.3'));
  note('login-refused', from('192.0.2.4'));
  nowMs = 1_000;
  note('key-refused', from('192.0.2.5'));
  expect(lines).toEqual([
    { securityEvent: 'key-refused', address: '192.0.2.1', reason: 'unknown', message: 'an API key was refused' },
    { securityEvent: 'login-refused', address: '192.0.2.4', reason: 'unknown', message: 'an SMTP login was refused' },
    {
      securityEvent: 'key-refused',
      address: '192.0.2.5',
      reason: 'unknown',
      leftOut: 2,
      message: 'an API key was refused',
    },
  ]);
  expect(counted).toEqual(['key-refused', 'key-refused', 'key-refused', 'login-refused', 'key-refused']);
});
