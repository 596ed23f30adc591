#!/bin/sh
# Tests from the installed wheel, outside the checkout: tests/installed.sh TESTS PYTHON…
# Everything is installed from wheels alone, so that no compiler is needed; the sdist has to install too.
set -eu
cd "$(dirname "$0")/.."
tests=$1
shift
work=$PWD/build/installed
rm -rf "$work"
mkdir -p "$work"
# One of each version: the same Python may be found in several places.
done=
failed=
for python in "$@"; do
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  case " $done " in *" $version "*) continue ;; esac
  done="$done $version"
  venv=$work/$version
  "$python" -m venv "$venv"
  pip="$venv/bin/pip install --quiet --quiet --disable-pip-version-check --constraint constraints.txt"
  if [ ! -d "$work/dist" ]; then
    $pip build
    "$venv/bin/python" -m build --outdir "$work/dist" . >/dev/null
  fi
  $pip --only-binary :all: "$(echo "$work"/dist/*.whl)[test]"
  mkdir "$work/outside-$version"
  cp -r README.md CHANGELOG.md Makefile pyproject.toml constraints.txt requirements.lock checksums.txt tests docs examples exports ontology \
    "$work/outside-$version"
  echo "Python $version, from $("$venv/bin/python" -P -c 'import kg; print(kg.__file__)'):"
  # shellcheck disable=SC2086
  (cd "$work/outside-$version" && "$venv/bin/pytest" -n 2 -q -p no:cacheprovider $tests) || failed="$failed $version"
  "$python" -m venv "$venv-sdist"
  "$venv-sdist/bin/pip" install --quiet --quiet --disable-pip-version-check --constraint constraints.txt \
    --only-binary :all: --no-binary paperkg "$work"/dist/*.tar.gz
  "$venv-sdist/bin/kg" --version
done
[ -z "$failed" ] || { echo "failed with Python$failed" >&2; exit 1; }
echo "passed with Python$done"
