#!/usr/bin/env bash
# Builds FerretDB, a server that speaks MongoDB's protocol over SQLite, for the suites under test/engines; prints its path.
# Needs Go and its module proxy. ENGINES_DIR says where it is kept; it is built once.
set -euo pipefail

version=v1.24.0
folder=${ENGINES_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/posthorn-engines}
program=$folder/ferretdb-$version

if [[ ! -x $program ]]; then
  source=$(mktemp -d)
  trap 'chmod -R u+w "$source" && rm -rf "$source"' EXIT
  cd "$source"
  module=$(go mod download -json "github.com/FerretDB/FerretDB@$version" |
    sed -n 's/^\s*"Dir": "\(.*\)",\?$/\1/p')
  cp -R "$module" ferretdb
  chmod -R u+w ferretdb
  cd ferretdb
  # A release's own build writes this file. Without it the program stops at its start.
  echo "$version" >build/version/version.txt
  CGO_ENABLED=0 go build -trimpath -buildvcs=false -o "$source/program" ./cmd/ferretdb
  mkdir -p "$folder"
  # Moved under its name when it is whole: another build may run beside this one.
  cp "$source/program" "$program.$$"
  mv "$program.$$" "$program"
fi

echo "$program"
