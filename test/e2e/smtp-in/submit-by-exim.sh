# Sends message.txt by an Exim of its own, with the sample of docs/smtp.md in $HOME/sample. Root only.
set -e
cat > exim.conf <<HEAD
exim_path = $(which exim4)
primary_hostname = client.example.com
domainlist local_domains = client.example.com
spool_directory = $HOME/spool
log_file_path = $HOME/spool/%slog
keep_environment =
HEAD
# The server is on this machine, which Exim takes for itself otherwise.
sed -e 's/^# \(routers\|transports\|authenticators\)/begin \1/' -e 's/driver = manualroute/&\n  self = send/' sample >> exim.conf
mkdir spool
chown Debian-exim spool
chmod 755 .
chmod 644 exim.conf
exim4 -C "$HOME/exim.conf" -odi -f onboarding@resend.dev delivered@resend.dev < message.txt
