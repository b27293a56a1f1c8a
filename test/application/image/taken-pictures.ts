import { crc32 } from 'node:zlib';

/** Little pictures of each kind, as cameras and programs save them: with place, time and device. */
export const plain = {
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  ),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  webp: Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64'),
};

/** TIFF 6.0 with a device, a time, an orientation, and a place in a directory of its own. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const device = Buffer.from('SECRETCAM\0\0\0', 'latin1');
  const time = Buffer.from('2026:11:28 12:00:00\0', 'latin1');
  const bytes = Buffer.alloc(400);
  const two = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const four = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? 'II' : 'MM', 'latin1');
  two(42, 2);
  four(8, 4);
  const entry = (at: number, tag: number, type: number, count: number) => {
    two(tag, at);
    two(type, at + 2);
    four(count, at + 4);
    return at + 8;
  };
  two(4, 8);
  four(200, entry(10, 0x010f, 2, 10));
  two(orientation, entry(22, 0x0112, 3, 1));
  four(220, entry(34, 0x0132, 2, 20));
  four(100, entry(46, 0x8825, 4, 1));
  device.copy(bytes, 200);
  time.copy(bytes, 220);
  two(2, 100);
  bytes.write('N\0', entry(102, 1, 2, 2), 'latin1');
  four(250, entry(114, 2, 5, 3));
  [48, 1, 12, 1, 34, 1].forEach((value, index) => four(value, 250 + 4 * index));
  return bytes;
}

const xmp = Buffer.from(
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Make="SECRETCAM"/></rdf:RDF></x:xmpmeta>',
);
/** Only its first bytes are looked at. */
export const profile = Buffer.concat([Buffer.alloc(36), Buffer.from('acsp'), Buffer.alloc(88, 7)]);

const segment = (marker: number, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};
const secret = Buffer.from('SECRET');

export function jpeg(orientation: number, isLittle = true): Buffer {
  const scan = plain.jpeg.indexOf(Buffer.from([0xff, 0xda]));
  return Buffer.concat([
    plain.jpeg.subarray(0, 20),
    segment(0xe1, 'Exif\0\0', exif(orientation, isLittle)),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', xmp),
    segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0', secret),
    segment(0xe2, 'ICC_PROFILE\0\x01\x01', profile),
    segment(0xe2, 'MPF\0', secret),
    segment(0xe4, secret),
    segment(0xeb, 'JP\0\0', secret),
    segment(0xed, 'Photoshop 3.0\0', '8BIM\x04\x04\0\0\0\0\0\x0e\x1c\x02\x5a\0\x09', 'SECRETCTY'),
    segment(0xfe, secret),
    plain.jpeg.subarray(20, scan),
    Buffer.from([0xff]),
    segment(0xfe, secret),
    plain.jpeg.subarray(scan),
    plain.jpeg.subarray(0, 20),
    segment(0xe1, 'Exif\0\0', exif(1, true)),
    secret,
  ]);
}

export function chunk(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const made = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), content, Buffer.alloc(4)]);
  made.writeUInt32BE(content.length, 0);
  made.writeUInt32BE(crc32(made.subarray(4, -4)), made.length - 4);
  return made;
}

export function png(orientation: number, isLittle = true): Buffer {
  const data = plain.png.indexOf('IDAT') - 4;
  const end = plain.png.indexOf('IEND') - 4;
  return Buffer.concat([
    plain.png.subarray(0, data),
    chunk('iCCP', 'own\0\0', profile),
    chunk('eXIf', exif(orientation, isLittle)),
    chunk('tEXt', 'Comment\0SECRET'),
    chunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0', xmp),
    chunk('zTXt', 'Raw profile type exif\0\0SECRET'),
    chunk('tIME', '\x07\xea\x0b\x1c\x0c\0\0'),
    chunk('pHYs', '\0\0\x0b\x13\0\0\x0b\x13\x01'),
    chunk('caBX', secret),
    plain.png.subarray(data, end),
    chunk('tEXt', 'Late\0SECRET'),
    plain.png.subarray(end),
    secret,
  ]);
}

export function gif(): Buffer {
  const blocks = (label: number, ...parts: readonly (Buffer | string)[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part as string, 'latin1')])),
      Buffer.from([0]),
    ]);
  const magic = Buffer.concat([
    Buffer.from([1]),
    Buffer.from(Array.from({ length: 256 }, (_, at) => 255 - at)),
    Buffer.from([0]),
  ]);
  const start = 13 + 6;
  return Buffer.concat([
    plain.gif.subarray(0, start),
    blocks(0xff, 'NETSCAPE2.0', '\x01\0\0'),
    blocks(0xfe, 'SECRET'),
    Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP'), xmp, magic]),
    blocks(0xff, 'ACDSEE..1.0', 'SECRET'),
    plain.gif.subarray(start),
    secret,
  ]);
}

export function webp(orientation: number, isLittle = true): Buffer {
  const riff = (type: string, content: Buffer): Buffer => {
    const size = Buffer.alloc(4);
    size.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), size, content, Buffer.alloc(content.length % 2)]);
  };
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    riff('ICCP', profile),
    plain.webp.subarray(12),
    riff('EXIF', exif(orientation, isLittle)),
    riff('XMP ', xmp),
    riff('C2PA', secret),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body, secret]);
}
