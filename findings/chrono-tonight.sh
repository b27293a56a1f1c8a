#!/bin/sh
# chrono-node 2.10.3 reads "tonight at midnight" as noon: at 18:00 that is six hours ago, even with forwardDate: true, which takes
# results to be after the reference date. "midnight" alone is the coming one, and "tonight at 9" is 21:00. "Tonight" stands for
# the second half of the day, and whatever hour is below twelve gets twelve more; midnight is hour 0.
# An email scheduled with these words leaves at once or is refused as past. Succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat >read.mjs <<'NODE'
import { parseDate } from 'chrono-node';
const now = new Date('2026-07-01T18:00:00Z');
for (const words of ['midnight', 'tonight at 9', 'tonight at midnight', 'midnight tonight']) {
  console.log(`${words}: ${parseDate(words, now, { forwardDate: true }).toISOString()}`);
}
NODE

TZ=UTC node read.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'midnight: 2026-07-02T00:00:00.000Z
tonight at 9: 2026-07-01T21:00:00.000Z
tonight at midnight: 2026-07-01T12:00:00.000Z
midnight tonight: 2026-07-01T12:00:00.000Z' ]
