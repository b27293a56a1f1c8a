#!/bin/sh
# chrono-node 2.10.3 reads the fraction of an ISO 8601 second as a count of milliseconds: ".5Z" is 5 ms late instead of 500, and
# ".1234Z" is 1.234 s. With five digits or more it drops the fraction and all that follows, the time zone too: Python's
# isoformat() writes six digits, and "2026-07-01T09:00:00.123456+02:00" becomes 09:00 in the time zone of the machine. RFC 3339
# section 5.6 allows any number of digits, and three is what JavaScript writes, so a test in JavaScript never shows it.
# Prints what chrono-node reads in New York beside Date.parse; succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat >read.mjs <<'NODE'
import { parseDate } from 'chrono-node';
const times = [
  '2026-07-01T09:00:00.123+02:00',
  '2026-07-01T09:00:00.5+02:00',
  '2026-07-01T09:00:00.1234+02:00',
  '2026-07-01T09:00:00.123456+02:00',
];
for (const time of times) {
  console.log(`${time}: ${parseDate(time).toISOString()} instead of ${new Date(time).toISOString()}`);
}
NODE

TZ=America/New_York node read.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = '2026-07-01T09:00:00.123+02:00: 2026-07-01T07:00:00.123Z instead of 2026-07-01T07:00:00.123Z
2026-07-01T09:00:00.5+02:00: 2026-07-01T07:00:00.005Z instead of 2026-07-01T07:00:00.500Z
2026-07-01T09:00:00.1234+02:00: 2026-07-01T07:00:01.234Z instead of 2026-07-01T07:00:00.123Z
2026-07-01T09:00:00.123456+02:00: 2026-07-01T13:00:00.000Z instead of 2026-07-01T07:00:00.123Z' ]
