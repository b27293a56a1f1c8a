import { isAtHome } from '../../src/application/form/join.js';
import { makeFormToken } from '../../src/application/unsubscribe/form-token.js';
import { World } from '../support/world.js';

it('takes the token of our page where our page stands, and on no other one', async () => {
  const ports = (await World.create()).process();
  const formId = '0195d6a0-0000-7000-8000-0000000000f9';
  const formToken = makeFormToken(ports.hash, formId, '1/1', ports.clock.now());
  const from = (origin: string | null, token: string | null) =>
    isAtHome(
      ports,
      { origins: ['https://shop.example'] },
      { formId, origin, formToken: token, publicUrl: 'https://mail.example/x' },
    );
  expect(
    ['null', 'https://mail.example', 'https://shop.example', null].map((origin) => from(origin, formToken)),
  ).toEqual([true, true, true, true]);
  expect(
    ['https://evil.example', 'https://mail.example.evil.example', 'http://mail.example'].map((origin) =>
      from(origin, formToken),
    ),
  ).toEqual([false, false, false]);
  expect([from('null', null), from('null', 'x'), from('https://shop.example', null)]).toEqual([false, false, true]);
});
