#!/bin/sh
# Ruby's mail 2.7.1 (Debian 12) says bounced? of a report about two recipients by the first one alone: where the first was delivered
# and the second failed for good, it is false, and with the two the other way around it is true. retryable? is wrong with any two:
# the codes are a list then, which never looks like "5", so that two mailboxes that do not exist are to be tried again.
# RFC 3464 section 2.1 has one block per recipient in one report, and servers write such reports. With one recipient all is right,
# so a test with one bounce never shows it. Prints the answers; succeeds while that is so.
# Needs Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1

cat >read.rb <<'RUBY'
require 'mail'

def report(*recipients)
  blocks = recipients.each_with_index.map do |(action, status), index|
    "Final-Recipient: rfc822; #{index + 1}@example.com\r\nAction: #{action}\r\nStatus: #{status}\r\n"
  end
  Mail.new(<<~REPORT.gsub(/\r?\n/, "\r\n"))
    From: MAILER-DAEMON@example.com
    To: ann@example.org
    Subject: Delivery report
    MIME-Version: 1.0
    Content-Type: multipart/report; report-type=delivery-status; boundary=next

    --next
    Content-Type: text/plain

    One of two recipients was not reached.
    --next
    Content-Type: message/delivery-status

    Reporting-MTA: dns; mx.example.com

    #{blocks.join("\r\n")}
    --next--
  REPORT
end

failed = ['failed', '5.1.1']
delivered = ['delivered', '2.1.5']
{
  'one failed' => [failed],
  'failed, delivered' => [failed, delivered],
  'delivered, failed' => [delivered, failed],
  'failed, failed' => [failed, failed],
}.each do |name, recipients|
  email = report(*recipients)
  puts "#{name}: bounced #{email.bounced?}, retryable #{email.retryable?}, statuses #{[email.error_status].flatten.join(' ')}"
end
RUBY

ruby read.rb >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'one failed: bounced true, retryable false, statuses 5.1.1
failed, delivered: bounced true, retryable true, statuses 5.1.1 2.1.5
delivered, failed: bounced false, retryable true, statuses 2.1.5 5.1.1
failed, failed: bounced true, retryable true, statuses 5.1.1 5.1.1' ]
