// Preloaded into a server: its wall clock is ahead by CLOCK_SHIFT_MS, or by what CLOCK_SHIFT_FILE holds now, in every thread.
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_SHIFT_FILE;
const lookEveryMs = 20;
const RealDate = Date;
let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
let lookedAtMs = -Infinity;

function now() {
  if (file !== undefined && performance.now() - lookedAtMs > lookEveryMs) {
    lookedAtMs = performance.now();
    shiftMs = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + shiftMs;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
