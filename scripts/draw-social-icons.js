// Draws the icons of social links: `CHROMIUM_PATH=/usr/bin/chromium node scripts/draw-social-icons.js`. White signs of
// @tabler/icons (MIT) on a grey disc, which is seen on light and on dark; PNG, for mail programs show no svg.
import './require-node.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from 'playwright-core';

/** Twice as large as they are shown. */
const sizePx = 64;
const grey = 92;

/** By the name in the address: the file of the sign. */
const signs = {
  bluesky: 'outline/brand-bluesky',
  discord: 'filled/brand-discord',
  facebook: 'filled/brand-facebook',
  github: 'filled/brand-github',
  instagram: 'outline/brand-instagram',
  linkedin: 'outline/brand-linkedin',
  mail: 'outline/mail',
  mastodon: 'outline/brand-mastodon',
  medium: 'outline/brand-medium',
  pinterest: 'outline/brand-pinterest',
  reddit: 'outline/brand-reddit',
  rss: 'outline/rss',
  spotify: 'outline/brand-spotify',
  telegram: 'outline/brand-telegram',
  threads: 'outline/brand-threads',
  tiktok: 'filled/brand-tiktok',
  twitch: 'outline/brand-twitch',
  website: 'outline/world',
  whatsapp: 'outline/brand-whatsapp',
  x: 'outline/brand-x',
  youtube: 'filled/brand-youtube',
};

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
const lines = [];
for (const [name, sign] of Object.entries(signs)) {
  const svg = readFileSync(file(`node_modules/@tabler/icons/icons/${sign}.svg`), 'utf8');
  lines.push(`${name} ${png(await pixelsOf(svg.replace('<svg', '<svg style="color:#fff"'))).toString('base64')}`);
}
await browser.close();
writeFileSync(
  file('src/application/image/social-icons.data.ts'),
  `// Drawn by scripts/draw-social-icons.js from signs of @tabler/icons.
// MIT License, Copyright (c) 2020-2026 Paweł Kuna.

/** A line for each icon: its name, and its PNG as base64. */
export const socialIconLines = \`
${lines.join('\n')}
\`;
`,
);

/** Coverage of the white sign, and of the disc, for each pixel. */
function pixelsOf(svg) {
  return page.evaluate(
    async ({ source, size }) => {
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = size;
      const context = canvas.getContext('2d');
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
      await image.decode();
      const inset = Math.round(size * 0.23);
      context.drawImage(image, inset, inset, size - 2 * inset, size - 2 * inset);
      const sign = context.getImageData(0, 0, size, size).data.filter((_value, at) => at % 4 === 3);
      context.clearRect(0, 0, size, size);
      context.arc(size / 2, size / 2, size / 2, 0, 2 * Math.PI);
      context.fill();
      const disc = context.getImageData(0, 0, size, size).data.filter((_value, at) => at % 4 === 3);
      return { sign: [...sign], disc: [...disc] };
    },
    { source: svg, size: sizePx },
  );
}

/** Grey with alpha, 8 bits each (PNG, third edition, 11.2). */
function png({ sign, disc }) {
  const rows = Buffer.alloc(sizePx * (1 + 2 * sizePx));
  for (const [at, alpha] of disc.entries()) {
    const place = Math.floor(at / sizePx) * (1 + 2 * sizePx) + 1 + 2 * (at % sizePx);
    // A few shades compress better than all.
    rows[place] = alpha === 0 ? 0 : grey + Math.round(((255 - grey) * Math.round(sign[at] / 17)) / 15);
    rows[place + 1] = Math.min(255, Math.round(alpha / 17) * 17);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 4, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}
