import { rotateUnderLoad, rotationVerdicts } from '../support/rotation-under-load.js';

it('2,000 mails during a rotation of the DKIM keys: both signatures of each verify when the mail arrives', async () => {
  const { judged, verdicts } = await rotateUnderLoad(2_000);
  expect([...verdicts.keys()].toSorted()).toEqual(rotationVerdicts);
  expect(judged.length).toBeGreaterThanOrEqual(2_000);
});
