import { rotateUnderLoad, rotationVerdicts } from '../support/rotation-under-load.js';

/** `ROTATION_MAILS=2000` is the long form. */
const mails = Number(process.env['ROTATION_MAILS'] ?? 60);

it('the DKIM keys change while mail is sent: both signatures of each mail verify when it arrives', async () => {
  const { judged, verdicts, rotated, history } = await rotateUnderLoad(mails);
  expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('posthorn2._domainkey') });
  expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
  expect(new Set(judged.map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(mails);
  expect(history).toMatch(
    /asked for by the operator[^]*posthorn2 signs from now on[^]*posthorn is retired[^]*posthorn5 signs from now on[^]*posthorn3 is retired/,
  );
});
