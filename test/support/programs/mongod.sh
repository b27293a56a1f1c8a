#!/usr/bin/env bash
# FerretDB as a program that is started as mongod is: what TEST_MONGODB_PROGRAM may name. FERRETDB says where it is.
set -euo pipefail

ferretdb=${FERRETDB:-${ENGINES_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/posthorn-engines}/ferretdb-v1.24.0}
address=127.0.0.1
port=27017
while (($#)); do
  case $1 in
  --dbpath) folder=$2 ;;
  --port) port=$2 ;;
  --bind_ip) address=$2 ;;
  *) echo "unrecognised option '$1'" >&2 && exit 2 ;;
  esac
  shift 2
done

mkdir -p "${folder:?--dbpath is missing}/data"
# In this process: signals reach it.
exec "$ferretdb" --handler=sqlite "--sqlite-url=file:$folder/data/?_pragma=synchronous(off)" \
  "--listen-addr=$address:$port" --debug-addr=- "--state-dir=$folder" --telemetry=disable
