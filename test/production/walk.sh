#!/bin/sh
# docs/production.md, block by block, on a bare Debian: walk.sh <folder of a release> [<folder of the next release>].
# Without one, the next release is the same under the next version.
# Needs Linux, root, debootstrap and Debian's packages; makes a system in $WALK (default: a new folder below /var/tmp) and removes it.
# Not the page's: certificates come from authorities of the walk, names from /etc/hosts, and email goes to a receiver beside the server.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
release=$1
walk=${WALK:-$(mktemp -d /var/tmp/posthorn-walk-XXXXXX)}
root=$walk/root
next=${2:-$walk/next}
[ -n "${2:-}" ] || "$here/next.sh" "$release" "$next" > /dev/null
versionOf() { basename "$1"/posthorn-*.tgz .tgz | sed 's/^posthorn-//'; }
old=$(versionOf "$release")
new=$(versionOf "$next")
package=/opt/posthorn/current/lib/node_modules/posthorn
ready='curl --silent --fail --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:3000/health/ready'

say() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
block() { node "$here/blocks.mjs" "$1"; }
# A command inside, where the network ends at the loopback.
inside() {
  nsenter -t "$init" --mount --pid --net --uts --ipc --cgroup --root --wd \
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}
# Packages were installed before the boot, while there was a network.
follow() { block "$1" | grep -v '^apt-get' | inside sh -eu -s; }
code() { inside curl --silent --output /dev/null --write-out '%{http_code}' --cacert "$ca" "$@"; }
expect() { [ "$2" = "$3" ] || fail "$1: $2, not $3"; }
end() {
  [ -z "${boot:-}" ] || kill -KILL "$init" 2>/dev/null || true
  [ -n "${WALK:-}" ] || rm -rf --one-file-system "$walk"
}
trap end EXIT

say 'a bare system'
[ -x "$root/sbin/init" ] || debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,iproute2,ca-certificates trixie "$root" > "$walk/debootstrap.log"
# The machine's own name servers and authorities, for apt and npm.
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
cp "$release"/posthorn-*.tgz "$release/SHA256SUMS" "$root/root/"
block Install | sed 's/--yes/--yes --quiet/' |
  chroot "$root" env DEBIAN_FRONTEND=noninteractive NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt sh -eu -s > "$walk/install.log"
chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends caddy nginx-light > "$walk/proxies.log"
rm "$root/usr/sbin/policy-rc.d"
say "installed: $(du -sm "$root/opt/posthorn" | cut -f1) MB"
printf '127.0.0.1 mail.example.com links.example.com\n' >> "$root/etc/hosts"
cp "$here/receiver.mjs" "$root/root/"
printf 'From: hello@example.com\r\nTo: reader@example.net\r\nSubject: by SMTP\r\n\r\nHello.\r\n' > "$root/root/message"

say 'boot'
unshare --mount --pid --net --uts --ipc --cgroup --fork --propagation private "$here/boot.sh" "$root" > "$walk/boot.log" 2>&1 &
boot=$!
for _ in $(seq 60); do
  init=$(pgrep --parent "$boot" || true)
  [ -n "$init" ] && inside systemctl list-units > /dev/null 2>&1 && break
  sleep 1
done
inside systemctl disable --quiet --now nginx caddy || true
inside systemd-run --quiet --unit receiver node /root/receiver.mjs /root/received

say 'user, settings, firewall'
follow 'User, settings, key'
cat >> "$root/etc/posthorn/posthorn.env" <<'SETTINGS'
DELIVERY_MODE=relay
RELAY_URL=smtp://127.0.0.1:2525
PREVERIFIED_DOMAINS=example.com
NOTICE_FROM=
NOTICE_TO=
SETTINGS
inside systemd-analyze verify posthorn.service posthorn-backup.service posthorn-backup.timer posthorn-certificate.service posthorn-certificate.timer
follow Firewall

say 'Caddy'
caddy=/var/lib/caddy/.local/share/caddy
inside sed -i 's/email operator@example.com/local_certs/' "$package/deploy/caddy/Caddyfile"
inside mkdir -p /etc/systemd/system/posthorn-certificate.service.d
printf '[Service]\nEnvironment=CADDY=%s/certificates/local/mail.example.com\n' "$caddy" > "$root/etc/systemd/system/posthorn-certificate.service.d/walk.conf"
inside systemctl daemon-reload
follow Caddy > "$walk/caddy.log" 2>&1
ca=$caddy/pki/authorities/local/root.crt

say 'start'
follow Start > /dev/null
key=$(inside cat /var/lib/posthorn/bootstrap-api-key)
submit() {
  inside curl --silent --show-error --ssl-reqd --cacert "$ca" --url "$1" --user "posthorn:$key" \
    --mail-from hello@example.com --mail-rcpt reader@example.net --upload-file /root/message
}
emails() { inside curl --silent 'http://127.0.0.1:3000/emails?limit=100' --header "Authorization: Bearer $key" | grep --only-matching '"id":' | wc -l; }
proxied() {
  expect "$1 health" "$(code https://mail.example.com/health/ready)" 200
  expect "$1 dashboard" "$(code https://mail.example.com/dashboard)" 200
  expect "$1 metrics" "$(code https://mail.example.com/metrics)" 404
  submit smtp://mail.example.com:587
  submit smtps://mail.example.com:465
}
proxied Caddy
expect 'Caddy, a host that is not ours' "$(code https://links.example.com/dashboard || true)" 000

say 'nginx, and a renewed certificate'
inside systemctl disable --quiet --now caddy
inside sh -eu -s < "$here/authority.sh"
process=$(inside systemctl show --property MainPID --value posthorn)
inside env RENEWED_LINEAGE=/etc/letsencrypt/live/mail.example.com "$package/deploy/certificates/posthorn-certificate"
follow nginx > "$walk/nginx.log" 2>&1
ca=/root/authority/root.pem
for _ in $(seq 20); do submit smtps://mail.example.com:465 2> /dev/null && break || sleep 1; done
proxied nginx
expect 'nginx, a tracking host' "$(code https://links.example.com/dashboard)" 404
expect 'the process' "$(inside systemctl show --property MainPID --value posthorn)" "$process"

say 'kill'
count=$(emails)
inside systemctl kill --signal KILL posthorn
sleep 6
inside sh -c "$ready" > /dev/null
expect 'emails after a kill' "$(emails)" "$count"

say 'backup, encrypted elsewhere'
inside sh -c 'age-keygen --output /root/identity 2> /dev/null; age-keygen -y /root/identity > /etc/posthorn/backup-recipients
install -d -o posthorn -g posthorn -m 0700 /srv/log /srv/vault /etc/systemd/system/posthorn-backup.service.d
printf "[Service]\nReadWritePaths=/srv\n" > /etc/systemd/system/posthorn-backup.service.d/walk.conf; systemctl daemon-reload
sed -i "s#^LOG_ELSEWHERE=.*#LOG_ELSEWHERE=/srv/log#; s#^VAULT_ELSEWHERE=.*#VAULT_ELSEWHERE=/srv/vault#" /etc/posthorn/backup.env'
follow Backup
inside sh -c 'age --decrypt --identity /root/identity /srv/log/*.tar.age | tar --list' | grep --quiet manifest.json

said() { inside journalctl --unit posthorn --output cat | grep --quiet "$1" || fail "the log does not say: $1"; }
say "upgrade from $old to $new"
cp "$next"/posthorn-*.tgz "$root/root/"
chroot "$root" env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  npm install --global --ignore-scripts --prefix "/opt/posthorn/$new" "/root/posthorn-$new.tgz" > /dev/null
block Upgrade | grep -v '^npm' | sed "s/^version=.*/version=$new/" | inside sh -eu -s > /dev/null
expect 'the version' "$(inside posthorn --version)" "$new"
expect 'emails after the upgrade' "$(emails)" "$count"
said "Posthorn $old is now $new"

say "back to $old, on the data of $new"
submit smtp://mail.example.com:587
# What has not left when the server stops is lost with the restore.
arrived() { inside grep --count '^Subject: by SMTP' /root/received; }
for _ in $(seq 30); do [ "$(arrived)" = $((count + 1)) ] && break || sleep 1; done
inside sh -eu -c "systemctl stop posthorn; ln -sfn $old /opt/posthorn/current; systemctl start posthorn; $ready" > /dev/null
expect 'the version' "$(inside posthorn --version)" "$old"
expect 'emails after going back' "$(emails)" $((count + 1))
said "Posthorn $new is now $old"

say 'a restore'
inside sh -eu -c "systemctl stop posthorn
newest() { ls -d /var/lib/posthorn-backups/\$1/* | tail -n 1; }
posthorn restore --replace --log \"\$(newest log)\" --vault \"\$(newest vault)\"; systemctl start posthorn; $ready; posthorn resume; posthorn doctor" > "$walk/restore.log"
expect 'emails after the restore' "$(emails)" "$count"
expect 'emails that arrived' "$(arrived)" $((count + 1))
say 'done'
