#!/bin/sh
# The same release again under the next version, as the one to upgrade to: next.sh <folder of a release> <new folder>.
set -eu
mkdir -p "$2"
tar --extract --gzip --file "$1"/posthorn-*.tgz --directory "$2"
raised=$(cd "$2/package" && npm version patch --silent --no-git-tag-version)
(cd "$2" && npm pack --silent --ignore-scripts ./package > /dev/null && rm -r package && sha256sum posthorn-*.tgz > SHA256SUMS)
echo "${raised#v}"
