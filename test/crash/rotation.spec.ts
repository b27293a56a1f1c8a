import { rotateUnderLoad } from '../support/rotation-under-load.js';

it('2,000 mails during a rotation of the DKIM key: every signature verifies when the mail arrives', async () => {
  const { judged } = await rotateUnderLoad(2_000);
  const verdicts = new Map<string, number>();
  for (const { signatures } of judged) {
    const verdict = signatures.join(', ');
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  }
  expect([...verdicts.keys()].toSorted()).toEqual(['posthorn pass', 'posthorn2 pass']);
  expect(judged.length).toBeGreaterThanOrEqual(2_000);
});
