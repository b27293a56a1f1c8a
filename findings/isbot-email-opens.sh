#!/bin/sh
# isbot 5.2.3 calls the open of an email in Gmail and in Yahoo Mail a bot's, and the one in Outlook for Windows and Thunderbird not.
# The first two fetch a picture through a proxy when a reader opens the email, and isbot takes the ".com" in "(via ggpht.com
# GoogleImageProxy)" for a crawler's address and the word "Yahoo" for a crawler's name. So a count of opens without bots has no
# reader at either. Apple Mail, which loads pictures before anybody reads, gets the same verdict by its bare "Mozilla/5.0",
# so the verdict does not tell a reader behind a proxy from a program. Its README speaks of crawlers, and of no proxies.
# Prints the verdicts and the match behind each; succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund isbot@5.2.3

cat >ask.mjs <<'NODE'
import { findBotMatch, isBot } from 'isbot';
const readers = {
  Gmail: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Yahoo Mail': 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Apple Mail, ahead of the reader': 'Mozilla/5.0',
  'Outlook for Windows': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  Thunderbird: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.0',
};
for (const [name, userAgent] of Object.entries(readers)) {
  console.log(`${name}: ${isBot(userAgent) ? `bot, by "${findBotMatch(userAgent)}"` : 'no bot'}`);
}
NODE

node ask.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Gmail: bot, by ".com"
Yahoo Mail: bot, by "Yahoo"
Apple Mail, ahead of the reader: bot, by "Mozilla/5.0"
Outlook for Windows: no bot
Thunderbird: no bot' ]
