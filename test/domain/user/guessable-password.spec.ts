import { isPattern, isPersonal } from '../../../src/domain/user/guessable-password.js';

describe('a password that is easily guessed', () => {
  it.each(['1234567890', '0123456789', '9876543210', 'aaaaaaaaaa', 'abababababab', 'ABCDEFGHIJ', 'poiuytrewq'])(
    'is a pattern: %s',
    (password) => expect(isPattern(password)).toBe(true),
  );

  it.each(['a long and quiet password', '1234 and 5678', 'abc-abd-abe'])('is no pattern: %s', (password) =>
    expect(isPattern(password)).toBe(false),
  );

  it.each(['ada@example.com', 'Ada@Example.com1', 'Ada Lovelace', 'adalovelace1815', '!!!example.com!!!'])(
    'says who its owner is: %s',
    (password) => expect(isPersonal(password, ['ada@example.com', 'Ada Lovelace'])).toBe(true),
  );

  it.each(['lovelace and babbage', '0123456789', 'ada, Bo and 20 others'])('does not: %s', (password) =>
    expect(isPersonal(password, ['bo@x.y', 'Ada Lovelace', ''])).toBe(false),
  );
});
