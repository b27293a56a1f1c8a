#!/bin/sh
# Go's net/mail reads "10:00:00 EST" as 10:00 UTC on a machine in UTC and as 15:00 UTC on one in New York: it knows only the zone
# names of the machine that it runs on, takes every other name for an offset of zero, and reports no error.
# RFC 5322 section 4.3: EST "is semantically equivalent to -0500", and seven more names have fixed offsets. Python agrees.
# Succeeds while Go's answer depends on TZ. Seen with Go 1.26.8; needs Go with its time zone database, and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >read.go <<'GO'
package main

import (
	"fmt"
	"net/mail"
)

func main() {
	date, err := mail.ParseDate("Tue, 1 Dec 2026 10:00:00 EST")
	fmt.Println(date.UTC().Format("15:04"), err)
}
GO

cat >read.py <<'PYTHON'
from datetime import timezone
from email.utils import parsedate_to_datetime

print(parsedate_to_datetime('Tue, 1 Dec 2026 10:00:00 EST').astimezone(timezone.utc).strftime('%H:%M'))
PYTHON

go build -o read read.go
for zone in UTC America/New_York Europe/Berlin; do
  echo "$zone: Go $(TZ=$zone ./read), Python $(TZ=$zone python3 read.py)"
done >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'UTC: Go 10:00 <nil>, Python 15:00
America/New_York: Go 15:00 <nil>, Python 15:00
Europe/Berlin: Go 10:00 <nil>, Python 15:00' ]
