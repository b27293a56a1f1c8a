import { load } from 'exifreader';
import { bareImages, imageTypeOf } from '../../../src/application/image/images.js';
import { imageSize } from '../../../src/application/image/image-size.js';
import { chunk, gif, jpeg, plain, png, profile, webp } from './taken-pictures.js';

/** Uploaded, and read with another library. */
function bare(bytes: Buffer) {
  const type = imageTypeOf(bytes);
  if (type === undefined) throw new Error('it is no picture');
  const made = bareImages[type](bytes);
  if (made === undefined) throw new Error('it is damaged');
  expect(imageTypeOf(made)).toBe(type);
  return made;
}
const read = (bytes: Buffer) => load(bytes, { expanded: true });
const orientationOf = (bytes: Buffer) => read(bytes).exif?.Orientation?.value;

/** The compressed pixels, as they stand in the file. */
const pixels = {
  jpeg: plain.jpeg.subarray(plain.jpeg.indexOf(Buffer.from([0xff, 0xda]))),
  png: plain.png.subarray(plain.png.indexOf('IDAT') - 4, plain.png.indexOf('IEND') - 4),
  gif: plain.gif.subarray(19, -1),
  webp: plain.webp.subarray(12),
};

describe.each([
  ['jpeg', jpeg],
  ['png', png],
  ['webp', webp],
] as const)('a picture that was taken, as %s', (kind, taken) => {
  it.each([1, 2, 3, 6, 8].flatMap((orientation) => [true, false].map((isLittle) => [orientation, isLittle] as const)))(
    'says no more than how it is turned: %i',
    (orientation, isLittle) => {
      const before = taken(orientation, isLittle);
      expect(read(before)).toMatchObject({
        exif: { Make: { description: 'SECRETCAM' }, Orientation: { value: orientation } },
        gps: { Latitude: expect.closeTo(48.209) as number },
      });
      const made = bare(before);
      const { exif = {}, gps, xmp, iptc } = read(made);
      expect(Object.keys(exif).filter((name) => name !== 'Byte Order')).toEqual(
        orientation === 1 ? [] : ['Orientation'],
      );
      expect([gps, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      expect(orientationOf(made)).toBe(orientation === 1 ? undefined : orientation);
    },
  );

  it('keeps pixels and color profile byte for byte, and nothing else of what was written into it', () => {
    const made = bare(taken(6));
    expect(made.includes(pixels[kind])).toBe(true);
    expect(made.includes(profile)).toBe(true);
    expect(made.includes('SECRET')).toBe(false);
    expect(made.includes('2026')).toBe(false);
  });

  it('is the same again when it is bare already', () => {
    const made = bare(taken(6));
    expect(bare(made).equals(made)).toBe(true);
    expect(bare(plain[kind]).equals(plain[kind])).toBe(true);
  });
});

it('keeps a GIF playing, without comments and XMP', () => {
  const made = bare(gif());
  expect(made.includes(pixels.gif)).toBe(true);
  expect(made.includes('NETSCAPE2.0')).toBe(true);
  expect(made.includes('SECRET')).toBe(false);
  expect(bare(made).equals(made)).toBe(true);
  expect(bare(plain.gif).equals(plain.gif)).toBe(true);
});

it('keeps no metadata within the frames of an animation', () => {
  const still = webp(1);
  const frame = Buffer.concat([
    Buffer.alloc(16),
    plain.webp.subarray(12),
    Buffer.from('XMP \x06\0\0\0SECRET', 'latin1'),
  ]);
  const head = Buffer.from('ANMF\0\0\0\0', 'latin1');
  head.writeUInt32LE(frame.length, 4);
  const body = Buffer.concat([still.subarray(12, 30), head, frame]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length + 4);
  const made = bare(Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), body]));
  expect(made.includes(pixels.webp)).toBe(true);
  expect(made.includes('SECRET')).toBe(false);
});

describe('a file that is damaged', () => {
  const all = { jpeg: jpeg(6), png: png(6), gif: gif(), webp: webp(6) };

  it.each(Object.entries(all))('is refused or stored bare, wherever it was cut: %s', (_, whole) => {
    for (let length = 12; length < whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      const made = bareImages[imageTypeOf(cut) ?? 'image/png'](cut);
      expect(made?.includes('SECRETCAM') ?? false).toBe(false);
    }
  });

  it.each([
    ['a PNG without pixels', Buffer.concat([plain.png.subarray(0, 33), chunk('IEND')])],
    [
      'a PNG with an unknown critical chunk',
      Buffer.concat([plain.png.subarray(0, 33), chunk('ABCD', 'x'), plain.png.subarray(33)]),
    ],
    [
      'a PNG with a length beyond its end',
      Buffer.concat([plain.png.subarray(0, 33), Buffer.from('7fffffff49444154', 'hex')]),
    ],
    ['a JPEG of nothing but a signature', Buffer.from('ffd8ffe000104a464946000101', 'hex')],
    ['a JPEG that ends at once', Buffer.from('ffd8ffd9', 'hex')],
    ['a JPEG with a scan before its frame', Buffer.from('ffd8ffda000801010000003f00ffd9', 'hex')],
    ['a GIF without a picture', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
    ['a GIF with an unknown block', Buffer.from('GIF89a\x01\0\x01\0\0\0\0xyz', 'latin1')],
    ['a WebP without a picture', Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1')],
    ['a WebP larger than it is', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8L', 'latin1')],
  ])('is refused: %s', (_, bytes) => {
    expect(bareImages[imageTypeOf(bytes) ?? 'image/jpeg'](bytes)).toBeUndefined();
  });

  it('is stored without Exif that cannot be read', () => {
    const taken = jpeg(6);
    const at = taken.indexOf('Exif\0\0') + 6;
    for (const broken of ['II*\0\xff\xff\xff\xff', 'XX*\0', 'MM\0*\0\0\0\x08\xff\xff']) {
      const made = bare(
        Buffer.concat([
          taken.subarray(0, at),
          Buffer.from(broken.padEnd(400, '\0'), 'latin1'),
          taken.subarray(at + 400),
        ]),
      );
      expect(made.includes('Exif')).toBe(false);
    }
  });
});

describe('the size of an image', () => {
  /** Bytes of it in place of those from `at` on. */
  const sized = (bytes: Buffer, at: number, ...put: readonly number[]) => {
    const made = Buffer.from(bytes);
    made.set(put, at);
    return made;
  };
  const [side, upright] = [
    { widthPx: 300, heightPx: 200 },
    { widthPx: 200, heightPx: 300 },
  ];
  const jpegOf = (orientation: number) => {
    const made = bare(jpeg(orientation));
    const frame = [0xc0, 0xc1, 0xc2].map((marker) => made.indexOf(Buffer.from([0xff, marker, 0])));
    return sized(made, Math.max(...frame) + 5, 0, 200, 1, 44);
  };

  it.each([
    ['PNG', 'image/png', sized(plain.png, 16, 0, 0, 1, 44, 0, 0, 0, 200), side],
    ['PNG on its side', 'image/png', sized(bare(png(6)), 16, 0, 0, 1, 44, 0, 0, 0, 200), upright],
    ['JPEG', 'image/jpeg', jpegOf(3), side],
    ['JPEG on its side', 'image/jpeg', jpegOf(8), upright],
    ['GIF', 'image/gif', sized(plain.gif, 6, 44, 1, 200, 0), side],
    ['WebP', 'image/webp', sized(bare(webp(1)), 24, 43, 1, 0, 199, 0, 0), side],
    ['WebP on its side', 'image/webp', sized(bare(webp(6)), 24, 43, 1, 0, 199, 0, 0), upright],
    ['WebP without loss', 'image/webp', plain.webp, { widthPx: 1, heightPx: 1 }],
    [
      'WebP with loss',
      'image/webp',
      Buffer.concat([
        Buffer.from('RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0abc\x9d\x01\x2a', 'latin1'),
        Buffer.from([44, 1, 200, 0]),
      ]),
      side,
    ],
    ['JPEG without one', 'image/jpeg', Buffer.from('ffd8ffdb00020000', 'hex'), undefined],
    ['GIF of nothing', 'image/gif', sized(plain.gif, 6, 0, 0, 0, 0), undefined],
  ] as const)('is read from a %s', (_, type, bytes, size) => {
    expect(imageSize(bytes, type)).toEqual(size);
  });
});
