import { imageName, imageTypeOf, readImageName } from '../../../src/application/image/images.js';
import type { KeyedHash } from '../../../src/application/ports/hashing.js';
import { World } from '../../support/world.js';

let hash: KeyedHash;
beforeAll(async () => {
  hash = (await World.create()).process().hash;
});

describe('the name of an image', () => {
  const id = '019a3f5e-7c1a-7d30-9c4b-1b1d0f2a3c11';

  it('is read back, and no other is', () => {
    const name = imageName(hash, id, 'image/jpeg');
    expect(name).toMatch(/^[\w-]{43}\.jpg$/);
    expect(readImageName(hash, name)).toBe(id);
    const others = [...name.slice(0, 43)].map(
      (sign, at) => `${name.slice(0, at)}${sign === 'A' ? 'B' : 'A'}${name.slice(at + 1)}`,
    );
    for (const other of [...others, '', '.jpg', name.slice(0, 43), `${name}.html`.replace('.jpg', ''), `x${name}`]) {
      expect(readImageName(hash, other)).toBeUndefined();
    }
  });
});

describe('the type of an image', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['\x89PNG\r\n\x1a\nIHDR', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF87a', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['RIFF\x00\x00\x00\x00WAVE', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
    ['GIF8', undefined],
    ['', undefined],
  ])('of %j is %s', (text, type) => expect(imageTypeOf(bytes(text))).toBe(type));
});
