import { bareImages } from '../../../src/application/image/images.js';
import { maxImageBytes } from '../../../src/application/image/images.js';

const int = (value: number, order: 'big' | 'little' = 'big', bytes = 4): Buffer => {
  const made = Buffer.alloc(bytes);
  if (order === 'big') made.writeUIntBE(value, 0, bytes);
  else made.writeUIntLE(value, 0, bytes);
  return made;
};
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const none: Buffer = Buffer.alloc(0);
/** The units again and again, as many as there is room for, or so many times. */
const many = (unit: Buffer, times = Math.floor((maxImageBytes - 200) / unit.length)): Buffer =>
  Buffer.concat(Array<Buffer>(times).fill(unit));

const pngChunk = (type: string, content = none) => Buffer.concat([int(content.length), latin(type), content, int(0)]);
const png = (pieces: Buffer) =>
  Buffer.concat([latin('\x89PNG\r\n\x1a\n'), pngChunk('IHDR'), pieces, pngChunk('IDAT'), pngChunk('IEND')]);

const segment = (marker: number, content = none) =>
  Buffer.concat([Buffer.from([0xff, marker]), int(content.length + 2, 'big', 2), content]);
const [comment, tables] = [segment(0xfe), segment(0xdb)];
const jpeg = (pieces: Buffer, behind = none) => {
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return Buffer.concat([start, pieces, segment(0xc0), segment(0xda), behind, end]);
};

const webpChunk = (type: string, content = none) =>
  Buffer.concat([latin(type), int(content.length, 'little'), content]);
const webp = (pieces: Buffer) => {
  const body = Buffer.concat([latin('WEBP'), webpChunk('VP8X', Buffer.alloc(10)), webpChunk('VP8 '), pieces]);
  return Buffer.concat([latin('RIFF'), int(body.length, 'little'), body]);
};
const frame = (pieces: Buffer) => webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), pieces]));

const gifImage = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
const gif = (pieces: Buffer) => Buffer.concat([latin('GIF89a'), Buffer.alloc(7), pieces, gifImage, latin(';')]);

/** Exif whose directory lies behind its end. */
const endless = latin('MM\0*\xff\0\0\0');

it.each([
  { name: 'chunks of a PNG', type: 'image/png', bytes: png(many(pngChunk('IDAT'))) },
  { name: 'Exif of a PNG', type: 'image/png', bytes: png(many(pngChunk('eXIf', endless))) },
  { name: 'segments of a JPEG', type: 'image/jpeg', bytes: jpeg(many(Buffer.concat([comment, tables]))) },
  { name: 'segments between scans', type: 'image/jpeg', bytes: jpeg(none, many(Buffer.concat([comment, tables]))) },
  { name: 'Exif of a JPEG', type: 'image/jpeg', bytes: jpeg(many(segment(0xe1, latin('Exif\0\0MM\0*\xff\0\0\0')))) },
  { name: 'markers of a JPEG', type: 'image/jpeg', bytes: jpeg(many(Buffer.from([0xff, 0x01]))) },
  { name: 'extensions of a GIF', type: 'image/gif', bytes: gif(many(Buffer.from([0x21, 0xf9, 0]))) },
  { name: 'images of a GIF', type: 'image/gif', bytes: gif(many(gifImage)) },
  { name: 'chunks of a WebP', type: 'image/webp', bytes: webp(many(webpChunk('ALPH'))) },
  { name: 'frames of a WebP', type: 'image/webp', bytes: webp(many(frame(none))) },
  { name: 'chunks in a frame', type: 'image/webp', bytes: webp(frame(many(webpChunk('ALPH')))) },
  { name: 'chunks in all frames', type: 'image/webp', bytes: webp(many(frame(many(webpChunk('ALPH'), 600)), 1_000)) },
] as const)('refuses more $name than any program writes', ({ type, bytes }) => {
  expect(bareImages[type](bytes)).toBeUndefined();
});

it.each([
  { type: 'image/png', bytes: png(many(pngChunk('IDAT'), 10_000)) },
  { type: 'image/jpeg', bytes: jpeg(many(tables, 10_000)) },
  // Restart markers and stuffed bytes stand in the data of each large picture.
  { type: 'image/jpeg', bytes: jpeg(none, many(Buffer.from([0xff, 0xd0, 0xff, 0]), 1_000_000)) },
  { type: 'image/gif', bytes: gif(many(gifImage, 10_000)) },
  {
    type: 'image/gif',
    bytes: gif(Buffer.concat([gifImage.subarray(0, -1), many(Buffer.from([1, 1]), 1_000_000), int(0, 'big', 1)])),
  },
  { type: 'image/webp', bytes: webp(many(webpChunk('ALPH'), 10_000)) },
] as const)('keeps as many as programs write in $type', ({ type, bytes }) => {
  expect(bareImages[type](bytes)?.equals(bytes)).toBe(true);
});
