import { joinLinkLifeDays, joinToken, readJoinToken } from '../../../src/application/form/join-link.js';
import { makeFormToken, readFormToken, shownVersion } from '../../../src/application/unsubscribe/form-token.js';
import { leaveLinkLifeMs, leaveToken, readLeaveToken } from '../../../src/application/unsubscribe/leave-link.js';
import type { KeyedHash } from '../../../src/application/ports/hashing.js';
import { lowestIdAt } from '../../../src/domain/shared/uuid-time.js';
import { readForm } from '../../../src/infrastructure/http/edge/form-body.js';
import { languageOf } from '../../../src/infrastructure/http/unsubscribe/words.js';
import { masked } from '../../../src/infrastructure/http/unsubscribe/page.js';
import { World } from '../../support/world.js';

const acceptedAt = Date.parse('2026-11-01T00:00:00Z');
const emailId = lowestIdAt(acceptedAt);
let hash: KeyedHash;
beforeAll(async () => {
  hash = (await World.create()).process().hash;
});

describe('a link to leave', () => {
  it('says whose it is, in 46 characters that a path takes', () => {
    const token = leaveToken(hash, { emailId, recipient: 513 });
    expect(token).toMatch(/^[\w-]{46}$/);
    expect(readLeaveToken(hash, token, acceptedAt)).toEqual({ emailId, recipient: 513 });
  });

  it('opens nothing after a year, nor with any bit changed, nor at another server', async () => {
    const token = leaveToken(hash, { emailId, recipient: 0 });
    expect(readLeaveToken(hash, token, acceptedAt + leaveLinkLifeMs - 1)).toBeDefined();
    expect(readLeaveToken(hash, token, acceptedAt + leaveLinkLifeMs)).toBeUndefined();
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readLeaveToken(hash, changed.toString('base64url'), acceptedAt)).toBeUndefined();
    }
    const other = (await World.create()).process().hash;
    expect(readLeaveToken(other, token, acceptedAt)).toBeUndefined();
    for (const text of ['', 'x', `${token}=`, `${token}A`])
      expect(readLeaveToken(hash, text, acceptedAt)).toBeUndefined();
  });
});

describe('the token of a form', () => {
  it('names the version that was shown, for a day, at its own link', () => {
    const token = makeFormToken(hash, 'link', shownVersion(3, 'de'), acceptedAt);
    expect(readFormToken(hash, 'link', token, acceptedAt + 86_399_999)).toBe('3.1.de');
    expect(readFormToken(hash, 'link', token, acceptedAt + 86_400_000)).toBeUndefined();
    expect(readFormToken(hash, 'other', token, acceptedAt)).toBeUndefined();
    expect(readFormToken(hash, 'link', token.replace('3.1.de', '4.1.de'), acceptedAt)).toBeUndefined();
    expect(readFormToken(hash, 'link', `${token}~`, acceptedAt)).toBeUndefined();
  });
});

describe('what visitors bring', () => {
  it.each([
    [undefined, null],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['ja,fr;q=0.4,es;q=0.7', 'es'],
    ['de;q=0,en', 'en'],
    ['*', null],
  ])('a language: %s', (header, language) => expect(languageOf(header)).toBe(language));

  it('a form, in both of the types that there are', () => {
    const urlencoded = readForm(
      'application/x-www-form-urlencoded; charset=utf-8',
      Buffer.from('a=1&a=2&b=%C3%A4+%26'),
    );
    expect([urlencoded?.getAll('a'), urlencoded?.get('b')]).toEqual([['1', '2'], 'ä &']);
    const parts = ['a', 'b'].map(
      (name) => `--x y\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nof ${name}\r\n`,
    );
    const multipart = readForm('multipart/form-data; boundary="x y"', Buffer.from(`${parts.join('')}--x y--\r\n`));
    expect([multipart?.get('a'), multipart?.get('b'), multipart?.get('c')]).toEqual(['of a', 'of b', undefined]);
    expect(readForm('application/json', Buffer.from('{}'))).toBeUndefined();
    const many = (count: number) => Buffer.from(`${(parts[0] ?? '').repeat(count)}--x y--\r\n`);
    const type = 'multipart/form-data; boundary="x y"';
    expect(readForm(type, many(20))?.getAll('a')).toHaveLength(20);
    expect(() => readForm(type, many(21))).toThrow('at most 20');
    expect(readForm('multipart/form-data', Buffer.from(''))).toBeUndefined();
  });

  it('an address is shown so that its owner knows it', () => {
    expect(masked('anna@example.com')).toBe('a•••@example.com');
    expect(masked('🦉owl@example.com')).toBe('🦉•••@example.com');
  });
});

it('a link to a copy of an email is no link to leave, and the other way round', () => {
  const link = { emailId, recipient: 1 };
  const copy = leaveToken(hash, link, 'copy');
  expect(readLeaveToken(hash, copy, acceptedAt, 'copy')).toEqual(link);
  expect(readLeaveToken(hash, copy, acceptedAt)).toBeUndefined();
  expect(readLeaveToken(hash, leaveToken(hash, link), acceptedAt, 'copy')).toBeUndefined();
});

describe('a link to confirm', () => {
  const formId = lowestIdAt(acceptedAt - 1);
  const lifeMs = joinLinkLifeDays * 86_400_000;

  it('says which email and which form it is of, for a week, in 64 characters that a path takes', async () => {
    const token = joinToken(hash, { emailId, formId });
    expect(token).toMatch(/^[\w-]{64}$/);
    expect(readJoinToken(hash, token, acceptedAt + lifeMs - 1)).toEqual({ emailId, formId });
    expect(readJoinToken(hash, token, acceptedAt + lifeMs)).toBeUndefined();
    const other = (await World.create()).process().hash;
    expect(readJoinToken(other, token, acceptedAt)).toBeUndefined();
    expect(readLeaveToken(hash, token, acceptedAt)).toBeUndefined();
    expect(readJoinToken(hash, leaveToken(hash, { emailId, recipient: 0 }), acceptedAt)).toBeUndefined();
  });

  it('opens nothing with any bit changed', () => {
    const bytes = Buffer.from(joinToken(hash, { emailId, formId }), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readJoinToken(hash, changed.toString('base64url'), acceptedAt)).toBeUndefined();
    }
  });
});
