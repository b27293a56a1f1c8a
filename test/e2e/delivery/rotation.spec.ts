import { rotateUnderLoad, rotationVerdicts } from '../../support/rotation-under-load.js';

describe('the DKIM keys change while mail is sent', () => {
  it('every mail carries both signatures, and both verify when the mail arrives', async () => {
    const mails = 200;
    const { judged, verdicts, rotated, history } = await rotateUnderLoad(mails);
    expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('posthorn2._domainkey') });
    expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
    expect(new Set(judged.map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(mails);
    expect(history).toMatch(
      /asked for by the operator[^]*posthorn2 signs from now on[^]*posthorn is retired[^]*posthorn5 signs from now on[^]*posthorn3 is retired/,
    );
  }, 240_000);
});
