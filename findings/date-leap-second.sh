#!/bin/sh
# PHP 8.2's strtotime and DateTime read the Date header of a leap second, "Sat, 31 Dec 2016 23:59:60 +0000", as 7 January 2017:
# second 60 is carried into Sunday, and the weekday then pulls the date on to the next Saturday. RFC 5322 section 3.3 allows
# second 60, and this one took place. Python raises, Go refuses the header, postal-mime ends the minute one minute early.
# One valid header, four readers, four answers; succeeds while they stand. Needs Node.js, Go, Python 3 and PHP 8.2 (Debian 12).
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

command -v php >/dev/null || apt-get install --yes --quiet php8.2-cli >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0

date='Sat, 31 Dec 2016 23:59:60 +0000'
export date

cat >read.php <<'PHP'
<?php
echo 'php ', gmdate(DATE_ATOM, strtotime(getenv('date'))), "\n";
PHP

cat >read.py <<'PYTHON'
import os
from email.utils import parsedate_to_datetime

try:
    print('python', parsedate_to_datetime(os.environ['date']).isoformat())
except ValueError as error:
    print('python', error)
PYTHON

cat >read.mjs <<'NODE'
import PostalMime from 'postal-mime';
const { date } = await PostalMime.parse(`Date: ${process.env.date}\r\n\r\nHi\r\n`);
console.log('postal-mime', date);
NODE

cat >read.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
	"os"
)

func main() {
	date, err := mail.ParseDate(os.Getenv("date"))
	if err != nil {
		fmt.Println("go", err)
		return
	}
	fmt.Println("go", date)
}
GO

{ php read.php && python3 read.py && node read.mjs && go run read.go; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'php 2017-01-07T00:00:00+00:00
python second must be in 0..59
postal-mime 2016-12-31T23:59:00.000Z
go mail: header could not be parsed' ]
