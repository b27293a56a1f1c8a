import { rotateUnderLoad } from '../../support/rotation-under-load.js';

describe('the DKIM key changes while mail is sent', () => {
  it('every mail is signed, and every signature verifies when the mail arrives', async () => {
    const mails = 200;
    const { judged, rotated, history } = await rotateUnderLoad(mails);
    expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('posthorn2._domainkey') });
    const verdicts = judged.map(({ signatures }) => signatures.join(', '));
    expect(new Set(verdicts)).toEqual(new Set(['posthorn pass', 'posthorn2 pass']));
    expect(new Set(judged.map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(mails);
    expect(history).toMatch(
      /asked for by the operator[^]*posthorn2 signs from now on[^]*posthorn is retired[^]*posthorn4/,
    );
  }, 120_000);
});
