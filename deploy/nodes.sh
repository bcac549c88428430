#!/bin/bash
# A whole club on one machine: PostgreSQL, NATS, two nodes of Hnefi, and nginx in front of them, each in a folder of its own below
# FOLDER and for this machine alone. It runs until it is interrupted; started again with the same folder, the games are there.
#
#   deploy/nodes.sh FOLDER [HNEFI]
#
# HNEFI is the program, `hnefi` on the path if nothing is said. Ports: PORT (the club, 8080), POSTGRES_PORT (8081), NATS_PORT (8082),
# NODE_1_PORT (8083), NODE_2_PORT (8084). A node reaches the database and NATS at NODE_n_POSTGRES_PORT and NODE_n_NATS_PORT, for whoever
# wants something between them. Debian: apt-get install postgresql nats-server nginx-light
set -eu

usage() {
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

[ $# -ge 1 ] && [ $# -le 2 ] || usage
mkdir -p "$1"
folder=$(cd "$1" && pwd)
hnefi=${2:-hnefi}
case $hnefi in */*) hnefi=$(cd "$(dirname "$hnefi")" && pwd)/$(basename "$hnefi") ;; esac

PORT=${PORT:-8080}
POSTGRES_PORT=${POSTGRES_PORT:-8081}
NATS_PORT=${NATS_PORT:-8082}
NODE_1_PORT=${NODE_1_PORT:-8083}
NODE_2_PORT=${NODE_2_PORT:-8084}

# The folder of a program, which is not always on the path.
find_program() {
    for place in "$(command -v "$1" || true)" /usr/sbin/"$1" "${DEBIAN_UNPACKED:-/nowhere}"/usr/sbin/"$1"; do
        [ -n "$place" ] && [ -x "$place" ] && echo "$place" && return
    done
    echo "$0: $1 is missing (Debian: apt-get install $2)" >&2
    exit 1
}

postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$postgres" ] || postgres=$(dirname "$(find_program initdb postgresql)")
nats=$(find_program nats-server nats-server)
nginx=$(find_program nginx nginx-light)
[ -x "$(command -v "$hnefi" || true)" ] || { echo "$0: there is no program $hnefi" >&2; exit 1; }

# PostgreSQL does not run as root.
as_postgres() { "$@"; }
if [ "$(id -u)" = 0 ]; then
    user=postgres
    id "$user" >/dev/null 2>&1 || user=nobody
    as_postgres() { setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups "$@"; }
fi

stop() {
    trap - EXIT INT TERM HUP
    # A node that ends hands its games over, for which it needs the database.
    for name in proxy node-2 node-1 nats postgres; do
        # What restarts a node goes first.
        for file in "$folder/$name/keeper.pid" "$folder/$name/pid"; do
            # Whoever has ended by himself may have taken it away.
            pid=$(head -n 1 "$file" 2>/dev/null) && [ -n "$pid" ] || continue
            kill -CONT "$pid" 2>/dev/null || true
            # PostgreSQL lets go of its clients when it is interrupted.
            if [ "$name" = postgres ]; then kill -INT "$pid" 2>/dev/null || true; else kill -TERM "$pid" 2>/dev/null || true; fi
            tries=0
            while kill -0 "$pid" 2>/dev/null && [ $tries -lt 200 ]; do
                tries=$((tries + 1))
                sleep 0.1
            done
        done
    done
    [ -z "${sleeping:-}" ] || kill "$sleeping" 2>/dev/null || true
    wait
    rm -f "$folder"/*/pid "$folder"/*/keeper.pid
}
trap stop EXIT
trap 'exit 0' INT TERM HUP

# Waits until a command succeeds.
until_works() {
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 600 ] || { echo "$0: $what does not start; $folder/$what/log says why" >&2; exit 1; }
        sleep 0.1
    done
}

# Whether the club answers at a port of this machine.
answers() (
    exec 3<> "/dev/tcp/127.0.0.1/$1"
    printf 'GET /version HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$1" >&3
    read -r -t 5 line <&3
    case $line in *' 200 '*) ;; *) exit 1 ;; esac
)

umask 077
for name in postgres nats node-1 node-2 proxy; do mkdir -p "$folder/$name"; done
# Those who run as somebody else come to their own folder.
chmod 711 "$folder" "$folder/proxy"
[ -f "$folder/password" ] || od -An -N16 -tx1 /dev/urandom | tr -d ' \n' > "$folder/password"
password=$(cat "$folder/password")

# The database. Only who knows the password is let in.
if [ ! -f "$folder/postgres/data/PG_VERSION" ]; then
    printf '%s\n' "$password" > "$folder/postgres/password"
    [ "$(id -u)" != 0 ] || chown -R "$user" "$folder/postgres"
    as_postgres "$postgres/initdb" --username=hnefi --pwfile="$folder/postgres/password" --auth=scram-sha-256 \
        --encoding=UTF8 --locale=C --pgdata="$folder/postgres/data" > "$folder/postgres/log"
    rm "$folder/postgres/password"
fi
(cd "$folder/postgres" && as_postgres "$postgres/postgres" -D data -k "$folder/postgres" -p "$POSTGRES_PORT" \
    -c listen_addresses=127.0.0.1 -c max_connections=100 >> "$folder/postgres/log" 2>&1) &
until_works postgres grep -q '^ready' "$folder/postgres/data/postmaster.pid"
head -n 1 "$folder/postgres/data/postmaster.pid" > "$folder/postgres/pid"

# The bus.
rm -f "$folder/nats/log"
printf 'listen: "127.0.0.1:%s"\nauthorization: { user: hnefi, password: "%s" }\n' "$NATS_PORT" "$password" > "$folder/nats/nats.conf"
"$nats" --config "$folder/nats/nats.conf" --log "$folder/nats/log" &
echo $! > "$folder/nats/pid"
until_works nats grep -q 'Server is ready' "$folder/nats/log"

# The nodes. One that ends is started again, as systemd does.
node() {
    trap - EXIT INT TERM HUP
    cd "$folder/node-$1"
    while :; do
        HNEFI_DATABASE="postgres://hnefi:$password@127.0.0.1:$3/postgres" HNEFI_BUS="nats://hnefi:$password@127.0.0.1:$4" \
            "$hnefi" serve --no-open --data data --listen "127.0.0.1:$2" --behind 127.0.0.1 \
            --public-url "http://127.0.0.1:$PORT" --log-format json >> log 2>&1 &
        echo $! > pid
        # What killed it is in nobody's way.
        { wait $! || true; } 2> /dev/null
        sleep 1
    done
}
mkdir -p "$folder/node-1/data" "$folder/node-2/data"
node 1 "$NODE_1_PORT" "${NODE_1_POSTGRES_PORT:-$POSTGRES_PORT}" "${NODE_1_NATS_PORT:-$NATS_PORT}" &
echo $! > "$folder/node-1/keeper.pid"
until_works node-1 answers "$NODE_1_PORT"
# What people were given by one node has to be good at the other.
cp -p "$folder/node-1/data/links.key" "$folder/node-1/data/push.key" "$folder/node-2/data/"
node 2 "$NODE_2_PORT" "${NODE_2_POSTGRES_PORT:-$POSTGRES_PORT}" "${NODE_2_NATS_PORT:-$NATS_PORT}" &
echo $! > "$folder/node-2/keeper.pid"
until_works node-2 answers "$NODE_2_PORT"

# The proxy: it sends anybody anywhere, and asks the other node where one refuses, is silent, or says that it cannot just now.
cat > "$folder/proxy/nginx.conf" <<END
worker_processes 1;
worker_rlimit_nofile 16384;
pid "$folder/proxy/pid";
error_log "$folder/proxy/log" warn;
events { worker_connections 8192; }
http {
    access_log off;
    client_body_temp_path "$folder/proxy/body";
    proxy_temp_path "$folder/proxy/temp";
    fastcgi_temp_path "$folder/proxy/fastcgi";
    uwsgi_temp_path "$folder/proxy/uwsgi";
    scgi_temp_path "$folder/proxy/scgi";
    map \$http_upgrade \$connection_upgrade { default upgrade; '' ''; }
    upstream hnefi {
        random;
        server 127.0.0.1:$NODE_1_PORT max_fails=1 fail_timeout=2s;
        server 127.0.0.1:$NODE_2_PORT max_fails=1 fail_timeout=2s;
    }
    server {
        listen 127.0.0.1:$PORT;
        client_max_body_size 2m;
        location / {
            proxy_pass http://hnefi;
            proxy_http_version 1.1;
            proxy_set_header Host \$http_host;
            proxy_set_header Upgrade \$http_upgrade;
            proxy_set_header Connection \$connection_upgrade;
            proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;
            proxy_connect_timeout 2s;
            proxy_read_timeout 60s;
            proxy_next_upstream error timeout http_503 non_idempotent;
        }
    }
}
END
worker=
[ "$(id -u)" != 0 ] || worker="user nobody $(id -gn nobody);"
"$nginx" -p "$folder/proxy" -c "$folder/proxy/nginx.conf" -g "daemon off; $worker" 2>> "$folder/proxy/log" &
until_works proxy answers "$PORT"

echo "The club is at http://127.0.0.1:$PORT/, its parts in $folder; interrupt to end it."
# Signals are heard between two waits.
while :; do
    sleep 3600 &
    sleeping=$!
    wait $sleeping
done
