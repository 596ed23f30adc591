#!/bin/sh
# The programs that the tests drive, from Debian's packages. Without root or apt-get nothing is installed: the tests
# that need a missing one are skipped, and say so.
set -eu
missing=
command -v chromium >/dev/null || missing="$missing chromium"
command -v chromedriver >/dev/null || missing="$missing chromium-driver"
command -v rapper >/dev/null || missing="$missing raptor2-utils"
command -v npm >/dev/null || missing="$missing nodejs npm"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "Some tests will be skipped; they need:$missing (names of Debian's packages)." >&2
  exit 0
fi
echo "Installing what the tests drive:$missing" >&2
# shellcheck disable=SC2086
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
  echo "They could not be installed; the tests that need them will be skipped." >&2
