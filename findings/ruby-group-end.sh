#!/bin/sh
# Ruby's mail 2.7.1 (Debian 12) does not see the end of a group. In "Team: ann@example.org;, cy@example.org" (RFC 5322 section 3.4)
# Cy is a member of Team to it, and so is everybody behind, up to the next group. A message that it only reads and writes has Cy
# inside the group, "Team: ann@example.org, cy@example.org;", and whoever stands behind "undisclosed-recipients:;" becomes one of
# the undisclosed, by name. Whoever stands before the group stays outside, so that the order decides. Python reads all right.
# Prints what both read, and the field that Ruby writes; succeeds while that is so.
# Seen with Python 3.11.7; needs Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1

cat >read.rb <<'RUBY'
require 'mail'
email = Mail.read('message.eml')
puts 'Ruby: ' + email[:to].addrs.map { |address| [address.group, address.address].compact.join('/') }.join(' ')
puts 'Ruby writes ' + Mail.new(email.encoded).header.fields.find { |field| field.name == 'To' }.unparsed_value.gsub(/\s+/, ' ')
RUBY
cat >read.py <<'PYTHON'
from email import message_from_bytes, policy

field = message_from_bytes(open('message.eml', 'rb').read(), policy=policy.default)['To']
pairs = [(group.display_name, address.addr_spec) for group in field.groups for address in group.addresses]
print('Python:', *['/'.join(filter(None, pair)) for pair in pairs])
PYTHON

for to in 'Team: ann@example.org;, cy@example.org' 'undisclosed-recipients:;, cy@example.org' 'cy@example.org, Team: ann@example.org;'; do
    printf 'From: bob@example.org\r\nTo: %s\r\n\r\nHi\r\n' "$to" >message.eml
    echo "To: $to"
    python3 read.py
    ruby read.rb
done >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
To: Team: ann@example.org;, cy@example.org
Python: Team/ann@example.org cy@example.org
Ruby: Team/ann@example.org Team/cy@example.org
Ruby writes Team: ann@example.org, cy@example.org;
To: undisclosed-recipients:;, cy@example.org
Python: cy@example.org
Ruby: undisclosed-recipients/cy@example.org
Ruby writes undisclosed-recipients: cy@example.org;
To: cy@example.org, Team: ann@example.org;
Python: cy@example.org Team/ann@example.org
Ruby: cy@example.org Team/ann@example.org
Ruby writes cy@example.org, Team: ann@example.org;
EXPECTED
cmp seen.txt expected.txt
