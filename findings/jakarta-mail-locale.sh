#!/bin/sh
# Jakarta Mail (Angus, jakarta.mail 2.0.3) on Java 17 sends "Grüße" as "Gr??e" where the process has no locale, as in most containers:
# setSubject, setText and names take Java's default character set, which is US-ASCII there, and what does not fit becomes "?" before
# any encoding, without an error. The charset is named "ANSI_X3.4-1968", and the name of the sender is an encoded word in quotes,
# which RFC 2047 section 5 forbids. With LC_ALL=C.UTF-8 all is right, so a developer's machine never shows it; with "UTF-8" as
# second argument the subject is right everywhere. Prints the email in both locales; succeeds while that is so.
# Needs Java 17 and Maven.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>write</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.eclipse.angus</groupId>
      <artifactId>jakarta.mail</artifactId>
      <version>2.0.3</version>
    </dependency>
  </dependencies>
</project>
XML
cat >Write.java <<'JAVA'
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.util.Properties;

public class Write {
  public static void main(String[] arguments) throws Exception {
    MimeMessage message = new MimeMessage(Session.getInstance(new Properties()));
    message.setFrom(new InternetAddress("a@example.org", "J\u00f6rg"));
    message.setSubject("Gr\u00fc\u00dfe");
    message.setText("Gr\u00fc\u00dfe");
    message.writeTo(System.out);
    System.out.println();
  }
}
JAVA

mvn --batch-mode --quiet dependency:copy-dependencies -DoutputDirectory=lib >maven.log 2>&1
javac -cp 'lib/*' Write.java
for locale in POSIX C.UTF-8; do
    LC_ALL=$locale java -cp 'lib/*:.' Write | tr -d '\r' | grep -v -e '^Date' -e '^Message-ID' -e '^MIME' -e '^$'
done >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'From: "=?ANSI_X3.4-1968?Q?J=3Frg?=" <a@example.org>
Subject: =?ANSI_X3.4-1968?Q?Gr=3F=3Fe?=
Content-Type: text/plain; charset=ANSI_X3.4-1968
Content-Transfer-Encoding: 7bit
Gr??e
From: =?UTF-8?Q?J=C3=B6rg?= <a@example.org>
Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: base64
R3LDvMOfZQ==' ]
