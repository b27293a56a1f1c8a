#!/bin/sh
# mime4j 0.8.11 (Apache James) joins the sections of a long parameter in the order in which they stand: "filename*1=b.pdf;
# filename*0=a" is "b.pdfa". They are numbered since RFC 2045 section 5.1 has the order of parameters mean nothing (RFC 2231
# section 3). It decodes each section alone, so that a letter whose bytes are in two of them, %C3 and %BC, becomes two U+FFFD, and
# boundary*0 with boundary*1 (the RFC names no parameter that may not be cut) is no boundary: the multipart email is one text.
# Python and postal-mime 4.0.0 read all three right. Prints what each reads; succeeds while that is so.
# Seen with Python 3.11.7; needs Java 17, Maven, Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>read</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.james</groupId>
      <artifactId>apache-mime4j-dom</artifactId>
      <version>0.8.11</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --batch-mode --quiet dependency:copy-dependencies -DoutputDirectory=lib >maven.log 2>&1

write() {
    printf 'Content-Type: multipart/mixed; %s\r\n\r\n--next\r\nContent-Type: application/pdf\r\n' "$1"
    printf 'Content-Disposition: attachment; %s\r\n\r\n%%PDF\r\n--next--\r\n' "$2"
}
write 'boundary=next' 'filename*1=b.pdf; filename*0=a' >1.eml
write 'boundary=next' "filename*0*=utf-8''Gr%C3; filename*1*=%BC.pdf" >2.eml
write 'boundary*0=ne; boundary*1=xt' 'filename=c.pdf' >3.eml

cat >Read.java <<'JAVA'
import java.io.FileInputStream;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.message.DefaultMessageBuilder;

public class Read {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      var email = new DefaultMessageBuilder().parseMessage(new FileInputStream(file));
      var multipart = email.getBody() instanceof Multipart parts ? parts : null;
      System.out.println("mime4j: " + (multipart == null ? email.getMimeType() : multipart.getBodyParts().get(0).getFilename()));
    }
  }
}
JAVA
javac -cp 'lib/*' Read.java
cat >read.py <<'PYTHON'
import sys
from email import message_from_bytes, policy

for file in sys.argv[1:]:
    email = message_from_bytes(open(file, 'rb').read(), policy=policy.default)
    print('Python:', email.get_payload(0).get_filename())
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
for (const file of process.argv.slice(2)) {
  console.log('postal-mime:', (await PostalMime.parse(readFileSync(file))).attachments[0].filename);
}
NODE

{
    LC_ALL=C.UTF-8 java -cp 'lib/*:.' Read 1.eml 2.eml 3.eml
    PYTHONIOENCODING=utf-8 python3 read.py 1.eml 2.eml 3.eml
    node read.mjs 1.eml 2.eml 3.eml
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
mime4j: b.pdfa
mime4j: Gr��.pdf
mime4j: text/plain
Python: ab.pdf
Python: Grü.pdf
Python: c.pdf
postal-mime: ab.pdf
postal-mime: Grü.pdf
postal-mime: c.pdf
EXPECTED
cmp seen.txt expected.txt
