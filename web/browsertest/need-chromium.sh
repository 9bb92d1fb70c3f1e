#!/bin/sh
# Makes sure that the browser tests find a Chromium, and a font for their
# Chinese screenshots. Installs them where it may: as root on a Debian family.
set -eu

have_chromium() {
	for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
		if command -v "$name" >/dev/null 2>&1; then
			return 0
		fi
	done
	return 1
}

have_chinese_font() {
	command -v fc-list >/dev/null 2>&1 && [ -n "$(fc-list :lang=zh-cn family)" ]
}

packages=''
have_chromium || packages='chromium'
have_chinese_font || packages="$packages fonts-noto-cjk fontconfig"
[ -n "$packages" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "installing for the browser tests: $packages"
	export DEBIAN_FRONTEND=noninteractive
	# What is still missing afterwards is said below.
	# The list is meant to be split: shellcheck disable=SC2086
	apt-get update -q </dev/null && apt-get install -q -y --no-install-recommends $packages </dev/null || true
fi

if ! have_chromium; then
	echo "the browser tests need Chromium or Chrome; on Debian and Ubuntu: sudo apt-get install chromium fonts-noto-cjk" >&2
	exit 1
fi
if ! have_chinese_font; then
	echo "no Chinese font was found, so Chinese screenshots will show boxes; on Debian and Ubuntu: sudo apt-get install fonts-noto-cjk fontconfig" >&2
fi
