#!/bin/sh
# chrono-node 2.10.3 reads "in twenty-five minutes" as in five minutes, and "in an hour and a half" as in one hour. Its number words
# end at twelve: "in twenty minutes" it does not know at all, and of a longer word it takes the end that it knows, without an
# error. So "day after tomorrow" without "the" in front is tomorrow, and "half past nine tomorrow" is tomorrow at this minute.
# parseDate gives only the date; that a part was left over shows in the text of parse's result, and nowhere else.
# An email scheduled in words leaves early. Prints the words, what was read of them and the time; succeeds while that is so.
# Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund chrono-node@2.10.3

cat >read.mjs <<'NODE'
import { parse } from 'chrono-node';
const now = new Date('2026-07-01T10:00:00Z');
const sentences = [
  'in 25 minutes',
  'in twelve minutes',
  'in twenty minutes',
  'in twenty-five minutes',
  'in an hour and a half',
  'the day after tomorrow',
  'day after tomorrow',
  'half past nine tomorrow',
];
for (const words of sentences) {
  const [result] = parse(words, now, { forwardDate: true });
  console.log(result ? `${words}: "${result.text}" ${result.date().toISOString().slice(0, 16)}` : `${words}: nothing`);
}
NODE

TZ=UTC node read.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'in 25 minutes: "in 25 minutes" 2026-07-01T10:25
in twelve minutes: "in twelve minutes" 2026-07-01T10:12
in twenty minutes: nothing
in twenty-five minutes: "five minutes" 2026-07-01T10:05
in an hour and a half: "in an hour" 2026-07-01T11:00
the day after tomorrow: "the day after tomorrow" 2026-07-03T10:00
day after tomorrow: "tomorrow" 2026-07-02T10:00
half past nine tomorrow: "tomorrow" 2026-07-02T10:00' ]
