import { rotateUnderLoad, rotationVerdicts } from '../support/rotation-under-load.js';

it('60 mails during a rotation of the DKIM keys: both signatures of each verify when the mail arrives', async () => {
  const mails = 60;
  const { judged, verdicts, rotated, history } = await rotateUnderLoad(mails);
  expect(rotated).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('posthorn2._domainkey') });
  expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
  expect(new Set(judged.map(({ messageId }) => messageId)).size).toBeGreaterThanOrEqual(mails);
  expect(history).toMatch(
    /asked for by the operator[^]*posthorn2 signs from now on[^]*posthorn is retired[^]*posthorn5 signs from now on[^]*posthorn3 is retired/,
  );
});
