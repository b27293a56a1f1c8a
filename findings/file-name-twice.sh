#!/bin/sh
# A file name with characters beyond ASCII that Perl's Email::MIME::ContentType 1.028 (Debian 12) writes is another one for each
# reader. It writes the name by RFC 2231, as filename*, and behind it a second one that Text::Unidecode makes of it: "Grusse.pdf", or,
# of a long Japanese name, "Ling Dong Jing ..." without the ".pdf". RFC 6266 orders such a pair for HTTP, and no RFC does for email.
# mime4j 0.8.11 (Apache James) puts both together, "Grüße.pdfGrusse.pdf". Python's message_from_bytes takes the second one unless
# policy.default is named, and the Japanese file then has no ending; Jakarta Mail 2.0.3 takes it where the name is short.
# postal-mime 4.0.0 and Ruby's mail take the first. Prints what each reads; succeeds while that is so.
# Seen with Python 3.11.7; needs Java 17, Maven, Node.js, Perl, Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1
apt-get download libemail-mime-contenttype-perl=1.028-1 libtext-unidecode-perl=1.30-3 >apt.log 2>&1
for package in *.deb; do dpkg-deb --extract "$package" perl; done
npm install --silent --no-audit --no-fund postal-mime@4.0.0
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>read</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.eclipse.angus</groupId>
      <artifactId>jakarta.mail</artifactId>
      <version>2.0.3</version>
    </dependency>
    <dependency>
      <groupId>org.apache.james</groupId>
      <artifactId>apache-mime4j-dom</artifactId>
      <version>0.8.11</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --batch-mode --quiet dependency:copy-dependencies -DoutputDirectory=lib >maven.log 2>&1

cat >write.pl <<'PERL'
use strict;
use warnings;
use lib 'perl/usr/share/perl5';
use Email::MIME::ContentType;
my $field = build_content_disposition({ type => 'attachment', attributes => { filename => $ARGV[0] } });
$field =~ s/; /;\r\n /g;
print "Content-Type: multipart/mixed; boundary=next\r\n\r\n--next\r\nContent-Type: application/pdf\r\n";
print "Content-Disposition: $field\r\n\r\n%PDF\r\n--next--\r\n";
PERL
cat >Read.java <<'JAVA'
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.FileInputStream;
import java.util.Properties;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.message.DefaultMessageBuilder;

public class Read {
  public static void main(String[] arguments) throws Exception {
    var message = new MimeMessage(Session.getInstance(new Properties()), new FileInputStream("message.eml"));
    System.out.println("Jakarta Mail: " + ((MimeMultipart) message.getContent()).getBodyPart(0).getFileName());
    var email = new DefaultMessageBuilder().parseMessage(new FileInputStream("message.eml"));
    System.out.println("mime4j: " + ((Multipart) email.getBody()).getBodyParts().get(0).getFilename());
  }
}
JAVA
javac -cp 'lib/*' Read.java
cat >read.py <<'PYTHON'
from email import message_from_bytes, policy

content = open('message.eml', 'rb').read()
print('Python:', message_from_bytes(content).get_payload(0).get_filename())
print('Python, policy.default:', message_from_bytes(content, policy=policy.default).get_payload(0).get_filename())
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
console.log('postal-mime:', (await PostalMime.parse(readFileSync('message.eml'))).attachments[0].filename);
NODE
cat >read.rb <<'RUBY'
require 'mail'
puts 'Ruby: ' + Mail.read('message.eml').attachments.first.filename
RUBY

for name in Grüße.pdf 零東京都の年次報告書一東京都の年次報告書.pdf; do
    perl -CA write.pl "$name" >message.eml
    grep '^ filename=' message.eml | tr -d '\r'
    LC_ALL=C.UTF-8 java -cp 'lib/*:.' Read
    PYTHONIOENCODING=utf-8 python3 read.py
    node read.mjs
    ruby -Eutf-8 read.rb
done >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
 filename=Grusse.pdf
Jakarta Mail: Grusse.pdf
mime4j: Grüße.pdfGrusse.pdf
Python: Grusse.pdf
Python, policy.default: Grüße.pdf
postal-mime: Grüße.pdf
Ruby: Grüße.pdf
 filename="Ling Dong Jing Du noNian Ci Bao Gao Shu Yi Dong Jing Du noNian..."
Jakarta Mail: 零東京都の年次報告書一東京都の年次報告書.pdf
mime4j: 零東京都の年次報告書一東京都の年次報告書.pdfLing Dong Jing Du noNian Ci Bao Gao Shu Yi Dong Jing Du noNian...
Python: Ling Dong Jing Du noNian Ci Bao Gao Shu Yi Dong Jing Du noNian...
Python, policy.default: 零東京都の年次報告書一東京都の年次報告書.pdf
postal-mime: 零東京都の年次報告書一東京都の年次報告書.pdf
Ruby: 零東京都の年次報告書一東京都の年次報告書.pdf
EXPECTED
cmp seen.txt expected.txt
