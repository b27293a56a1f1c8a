# Sends message.txt by a Postfix of its own, with the sample of docs/smtp.md in $HOME/sample. Root only.
set -e
mkdir etc spool data
chown postfix data
chmod 755 .
cp /etc/postfix/dynamicmaps.cf /etc/postfix/postfix-files etc/
# It listens nowhere, and nothing of it runs in a root of its own, where no hosts file is.
sed -E -e '/^smtp +inet/d' -e 's/^([a-z]+ +unix +[^ ]+ +[^ ]+ +)y/\1n/' /usr/share/postfix/master.cf.dist > etc/master.cf
cat sample - > etc/main.cf <<SETTINGS
compatibility_level = 3.6
queue_directory = $HOME/spool
data_directory = $HOME/data
maillog_file = $HOME/maillog
maillog_file_prefixes = /
myhostname = client.example.com
smtp_host_lookup = native
inet_protocols = ipv4
SETTINGS
postfix -c "$HOME/etc" start > start.log 2>&1
sendmail -C "$HOME/etc" -f onboarding@resend.dev delivered@resend.dev < message.txt
