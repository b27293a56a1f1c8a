import { rotateUnderLoad, rotationVerdicts } from '../support/rotation-under-load.js';

it('60 mails during a rotation of the DKIM keys: both signatures of each verify when the mail arrives', async () => {
  const mails = 60;
  const { judged, verdicts, rotated, history } = await rotateUnderLoad(mails);
  expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('posthorn2._domainkey') });
  expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
  expect(new Set(judged.map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(mails);
  expect(history).toMatch(
    /requested by the operator[^]*posthorn2 now signs[^]*posthorn retired[^]*posthorn5 now signs[^]*posthorn3 retired/,
  );
});
