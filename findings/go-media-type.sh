#!/bin/sh
# Go's mime.ParseMediaType refuses the example that RFC 2045 section 5.1 gives for a comment, "text/plain; charset=us-ascii (Plain
# text)", which the RFC calls equivalent to the field without it. And a file name in a character set other than UTF-8 or US-ASCII,
# as in filename*=iso-8859-1''Gr%FC%DFe.pdf (RFC 2231 section 4), is dropped without an error, so the attachment has no name. Cut
# into sections, filename*0* and filename*1, the same name is ".pdf". Python reads all three. Succeeds while that is so.
# Seen with Go 1.26.8; needs Go and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >fields.txt <<'FIELDS'
text/plain; charset=us-ascii (Plain text)
attachment; filename*=iso-8859-1''Gr%FC%DFe.pdf
attachment; filename*0*=iso-8859-1''Gr%FC%DFe; filename*1=.pdf
FIELDS
cat >read.go <<'GO'
package main

import (
	"bufio"
	"fmt"
	"mime"
	"os"
)

func main() {
	file, _ := os.Open("fields.txt")
	for lines := bufio.NewScanner(file); lines.Scan(); {
		_, parameters, err := mime.ParseMediaType(lines.Text())
		fmt.Printf("Go: %+q %v\n", parameters, err)
	}
}
GO
cat >read.py <<'PYTHON'
from email import message_from_string, policy

type_, *dispositions = open('fields.txt').read().splitlines()
print('Python:', message_from_string('Content-Type: ' + type_, policy=policy.default).get_content_charset())
for field in dispositions:
    print('Python:', message_from_string('Content-Disposition: ' + field, policy=policy.default).get_filename())
PYTHON

{ go run read.go && PYTHONIOENCODING=utf-8 python3 read.py; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Go: map[] mime: invalid media parameter
Go: map[] <nil>
Go: map["filename":".pdf"] <nil>
Python: us-ascii
Python: Grüße.pdf
Python: Grüße.pdf' ]
