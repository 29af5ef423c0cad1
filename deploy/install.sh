#!/bin/sh
# Sets up a Pitlane server on one Debian machine (12 or newer): PostgreSQL, the server as a system service, TLS by Caddy,
# nightly backups. It may be run again: passwords and keys stay, a newer package is an upgrade, and an older one a rollback.
set -eu

usage() {
  cat <<'TEXT'
install.sh --site NAME [--package FILE] [--tls auto|internal|CERT,KEY] [--email ADDRESS]

  --site NAME      the name by which browsers and terminals reach the server, such as karts.example
  --package FILE   the server's package (default: the newest pitlane-server_*.deb beside this script)
  --tls auto       a certificate of Let's Encrypt (default); NAME must be public, and ports 80 and 443 reachable
  --tls internal   a certificate of a local authority; its root is /etc/pitlane/local-authority.crt afterwards
  --tls CERT,KEY   files of your own certificate (with its chain) and key
  --email ADDRESS  where the certificate authority sends warnings
  --restore FILE   restores this backup into the new server before its first start
  --backup-key FILE  a file with the backup's key (AGE-SECRET-KEY-1…), which the new server goes on using
TEXT
}

fail() {
  echo "install.sh: $*" >&2
  exit 1
}
say() { echo "== $*"; }

here=$(cd "$(dirname "$0")" && pwd)
site='' package='' tls=auto email='' restore='' backup_key_file=''
while [ $# -gt 0 ]; do
  case "$1" in
    --site) site=${2:?--site needs a name}; shift 2 ;;
    --package) package=${2:?--package needs a file}; shift 2 ;;
    --tls) tls=${2:?--tls needs auto, internal or CERT,KEY}; shift 2 ;;
    --email) email=${2:?--email needs an address}; shift 2 ;;
    --restore) restore=${2:?--restore needs a file}; shift 2 ;;
    --backup-key) backup_key_file=${2:?--backup-key needs a file}; shift 2 ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

[ "$(id -u)" = 0 ] || fail "run it as root"
command -v apt-get >/dev/null || fail "this is not Debian"
[ -d /run/systemd/system ] || fail "systemd does not run here"
echo "$site" | grep -Eq '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$' || fail "--site must be a host name, such as karts.example"
if [ -z "$package" ]; then
  package=$(ls -v "$here"/pitlane-server_*.deb 2>/dev/null | tail -n 1)
  [ -n "$package" ] || fail "there is no pitlane-server_*.deb beside this script; name it with --package"
fi
[ -r "$package" ] || fail "$package cannot be read"
package=$(realpath "$package")
[ -z "$restore" ] || [ -r "$restore" ] || fail "$restore cannot be read"
[ -z "$backup_key_file" ] || [ -r "$backup_key_file" ] || fail "$backup_key_file cannot be read"
certificate='' key=''
case "$tls" in
  auto | internal) ;;
  *,*)
    certificate=$(realpath "${tls%%,*}") key=$(realpath "${tls#*,}")
    { [ -r "$certificate" ] && [ -r "$key" ]; } || fail "--tls: $certificate or $key cannot be read"
    ;;
  *) fail "--tls must be auto, internal or CERT,KEY" ;;
esac

export DEBIAN_FRONTEND=noninteractive
settings=/etc/pitlane/pitlane.env
secret() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
setting() { [ ! -f "$settings" ] || awk -v wanted="$1" -f /usr/lib/pitlane/settings.awk "$settings"; }
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"`$]/\\&/g')"; }

say "Packages"
apt-get update -qq
apt-get install -y -qq --no-install-recommends postgresql caddy ca-certificates curl >/dev/null
apt-get install -y -qq --no-install-recommends --allow-downgrades "$package" >/dev/null

say "PostgreSQL"
version=$(pg_lsclusters --no-header | awk '$2 == "main" { print $1 }' | sort -V | tail -n 1)
[ -n "$version" ] || fail "Debian's PostgreSQL has no cluster main; create it with pg_createcluster"
database_port=$(pg_lsclusters --no-header | awk -v v="$version" '$1 == v && $2 == "main" { print $3 }')
memory_mb=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
configuration=/etc/postgresql/$version/main/conf.d/pitlane.conf
new_configuration=$(mktemp)
cat >"$new_configuration" <<TEXT
# Written by install.sh for a machine of $memory_mb MB.
shared_buffers = $((memory_mb / 4 > 8192 ? 8192 : memory_mb / 4 < 128 ? 128 : memory_mb / 4))MB
effective_cache_size = $((memory_mb / 2))MB
max_connections = 100
max_wal_size = 2GB
checkpoint_timeout = 15min
wal_compression = on
random_page_cost = 1.1
# Keeps the sort of a list from filling the disk.
temp_file_limit = 2GB
# Statements may contain card and phone numbers, which must not be logged.
log_min_error_statement = panic
TEXT
if ! cmp -s "$new_configuration" "$configuration"; then
  install -o postgres -g postgres -m 0644 "$new_configuration" "$configuration"
  systemctl restart "postgresql@$version-main.service"
fi
rm -f "$new_configuration"
systemctl enable --now postgresql.service >/dev/null 2>&1
as_postgres() { runuser -u postgres -- psql -p "$database_port" -qAtX -v ON_ERROR_STOP=1; }

say "Settings"
is_new=yes
[ -f "$settings" ] && is_new=no
[ -z "$restore" ] || [ "$is_new" = yes ] || fail "--restore: this machine has a server already ($settings)"
database_url=$(setting DATABASE_URL)
if [ -z "$database_url" ]; then
  password=$(secret 24)
  as_postgres <<SQL
select format('create role pitlane_owner login createrole password %L', '$password')
  where not exists (select from pg_roles where rolname = 'pitlane_owner') \gexec
alter role pitlane_owner password '$password';
select 'create database pitlane owner pitlane_owner encoding ''UTF8'' template template0 locale ''C.UTF-8'''
  where not exists (select from pg_database where datname = 'pitlane') \gexec
SQL
  database_url="postgres://pitlane_owner:$password@127.0.0.1:$database_port/pitlane"
fi
admin_password=$(setting PITLANE_ADMIN_PASSWORD)
[ -n "$admin_password" ] || admin_password=$(secret 8)
backup_key=$(setting PITLANE_BACKUP_KEY)
if [ -z "$backup_key" ] && [ -n "$backup_key_file" ]; then
  backup_key=$(grep -o 'AGE-SECRET-KEY-1[A-Z0-9]*' "$backup_key_file" | head -n 1)
  [ -n "$backup_key" ] || fail "$backup_key_file has no key (AGE-SECRET-KEY-1…)"
fi
if [ -z "$backup_key" ]; then
  backup_key=$(/usr/lib/pitlane/node /usr/lib/pitlane/commands/backup.js --new-key | grep -o '^AGE-SECRET-KEY-1[A-Z0-9]*')
fi
port=$(setting PORT)
port=${port:-8080}
own=$(mktemp)
# What an administrator added stays, below the line.
[ -f "$settings" ] && sed '1,/^# Own settings/d' "$settings" >"$own"
install -m 0640 /dev/null "$settings.new"
cat >"$settings.new" <<TEXT
# Written by install.sh. All settings: docs/settings.md. After a change: pitlane restart
HOST='127.0.0.1'
PORT=$(quoted "$port")
DATABASE_URL=$(quoted "$database_url")
PITLANE_DATA_DIR='/var/lib/pitlane'
PITLANE_WEB_DIR='/usr/lib/pitlane/web'
PITLANE_MEMBER_DIR='/usr/lib/pitlane/member'
PITLANE_GUIDE_DIR='/usr/lib/pitlane/guide'
PITLANE_BACKUP_DIR='/var/backups/pitlane'
PITLANE_BACKUP_KEY=$(quoted "$backup_key")
PITLANE_ADMIN_PASSWORD=$(quoted "$admin_password")
PITLANE_PUBLIC_URL='https://$site'
PITLANE_TRUSTED_PROXIES='127.0.0.1'
# Own settings stay below this line.
TEXT
cat "$own" >>"$settings.new"
rm -f "$own"
chown root:pitlane "$settings.new"

if [ -n "$restore" ]; then
  say "Restore"
  # The settings become those of the server afterwards: until then this script may be run again.
  copy=$(mktemp -d -p /var/lib/pitlane restore.XXXXXX)
  trap 'rm -rf "$copy" "$settings.new"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  install -o pitlane -g pitlane -m 0400 "$restore" "$copy/backup"
  chown pitlane "$copy"
  PITLANE_SETTINGS="$settings.new" pitlane restore "$copy/backup" || fail "nothing was restored; the reason is above"
  rm -rf "$copy"
fi
mv "$settings.new" "$settings"

say "Server"
systemctl enable pitlane.service >/dev/null 2>&1
pitlane restart
waited=0
until curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1; do
  waited=$((waited + 1))
  restarts=$(systemctl show -p NRestarts --value pitlane.service)
  if [ "$waited" -ge 300 ] || [ "${restarts:-0}" -ge 10 ]; then
    journalctl -u pitlane.service -n 30 --no-pager >&2
    fail "the server does not start; its log is above"
  fi
  sleep 1
done

say "TLS"
case "$tls" in
  auto) tls_line=${email:+tls $email} ;;
  internal) tls_line='tls internal' ;;
  *)
    install -o root -g caddy -m 0640 "$certificate" /etc/caddy/pitlane.crt
    install -o root -g caddy -m 0640 "$key" /etc/caddy/pitlane.key
    tls_line='tls /etc/caddy/pitlane.crt /etc/caddy/pitlane.key'
    ;;
esac
sed -e "/^# /d" -e "s|@SITE@|$site|" -e "s|@TLS@|$tls_line|" -e "s|@PORT@|$port|" \
  /usr/share/pitlane/pitlane.caddy >/etc/caddy/pitlane.caddy
chmod 0644 /etc/caddy/pitlane.caddy
caddyfile=/etc/caddy/Caddyfile
# The welcome page of Debian's package goes; a file of the administrator's stays and imports ours.
if grep -q 'root \* /usr/share/caddy' "$caddyfile" 2>/dev/null && [ "$(grep -cvE '^\s*(#|$)' "$caddyfile")" -le 5 ]; then : >"$caddyfile"; fi
grep -qx 'import pitlane.caddy' "$caddyfile" 2>/dev/null || echo 'import pitlane.caddy' >>"$caddyfile"
as_caddy() { runuser -u caddy -- env HOME=/var/lib/caddy "$@"; }
as_caddy caddy validate --config "$caddyfile" --adapter caddyfile >/dev/null 2>&1 ||
  { as_caddy caddy validate --config "$caddyfile" --adapter caddyfile >&2 || true; fail "Caddy refuses its configuration"; }
systemctl enable caddy.service >/dev/null 2>&1
systemctl reload-or-restart caddy.service
if [ "$tls" = internal ]; then
  root_certificate=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
  waited=0
  until [ -s "$root_certificate" ]; do
    waited=$((waited + 1))
    [ "$waited" -lt 60 ] || fail "Caddy made no local authority"
    sleep 1
  done
  install -m 0644 "$root_certificate" /etc/pitlane/local-authority.crt
fi
mkdir -p /etc/systemd/journald.conf.d
printf '[Journal]\nSystemMaxUse=1G\nMaxRetentionSec=3month\n' >/etc/systemd/journald.conf.d/pitlane.conf
systemctl try-restart systemd-journald.service || true

echo
echo "Pitlane $(cat /usr/lib/pitlane/VERSION) is ready at https://$site"
if [ "$is_new" = yes ] && [ -z "$restore" ]; then
  echo "  account    admin, password $admin_password (change it after the first sign-in)"
fi
cat <<TEXT
  settings   $settings
  backups    /var/backups/pitlane, each night at 04:20, encrypted
  key        PITLANE_BACKUP_KEY of the settings: store it where the loss of this machine does not lose it
TEXT
if [ "$tls" = internal ]; then
  echo "  authority  /etc/pitlane/local-authority.crt: install it on each terminal and browser"
fi
