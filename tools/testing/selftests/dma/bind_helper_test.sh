#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The verbs bind and unbind on real devices: one without a driver, and a disk
# that is mounted. Only where the machine is ours: the guest names the devices.
#
# environment: MBE_DEVICE, the PCI device that the module drives; MBE_DISK, the
# PCI device of a disk that may be written to
# exit codes: 0 passed, 1 failed, 4 skipped
#
# Functions are called by name, through check().
# shellcheck disable=SC2317

cd "$(dirname "$0")" || exit 1
. ./mbe_shell.sh

TOOL=./dma_map_benchmark
PCI=/sys/bus/pci/devices
scratch=$(mktemp -d) || exit 1
trap 'umount "$scratch/mnt" 2>/dev/null; rm -rf "$scratch"' EXIT

driver_is()
{
	driver=$(readlink "$PCI/$1/driver")
	[ "${driver##*/}" = "$2" ]
}

# $1: exit status, $2: text, rest: words of the tool
tool_says()
{
	wanted=$1 text=$2
	shift 2
	"$TOOL" "$@" >"$scratch/said" 2>&1
	status=$?
	[ "$status" = "$wanted" ] && grep -q -- "$text" "$scratch/said" && return
	sed 's/^/# /' "$scratch/said"
	echo "# status $status, wanted $wanted; text wanted: $text"
	return 1
}

comes_and_goes()
{
	tool_says 0 "^  driver  *none" unbind "$MBE_DEVICE" && driver_is "$MBE_DEVICE" "" &&
	tool_says 0 "^  driver_before  *none" bind "$MBE_DEVICE" &&
	driver_is "$MBE_DEVICE" "$MODULE" && [ -e "$DEBUGFS/$MBE_DEVICE" ]
}

shows_its_group()
{
	if [ -e "$PCI/$MBE_DEVICE/iommu_group" ]; then
		group=$(readlink "$PCI/$MBE_DEVICE/iommu_group")
		tool_says 0 "^  iommu_group  *${group##*/}" bind "$MBE_DEVICE"
	else
		tool_says 0 "^  iommu_group  *none" bind "$MBE_DEVICE"
	fi
}

test_device()
{
	if [ -z "${MBE_DEVICE:-}" ]; then
		skip "a device without a driver" "no MBE_DEVICE names one that is ours"
		return
	fi
	check "a device without a driver comes and goes" comes_and_goes
	check "its IOMMU group is shown" shows_its_group
}

mount_disk()
{
	disk=$(basename "$(echo "$PCI/$MBE_DISK"/virtio*/block/*)")
	[ -b "/dev/$disk" ] && mkdir -p "$scratch/mnt" &&
	mke2fs "/dev/$disk" >/dev/null && mount -t ext4 "/dev/$disk" "$scratch/mnt" &&
	echo content >"$scratch/mnt/file" && sync
}

mounted_is_refused()
{
	tool_says 1 "is in use: $disk is mounted on $scratch/mnt" bind "$MBE_DISK" &&
	driver_is "$MBE_DISK" virtio-pci && [ "$(cat "$scratch/mnt/file")" = content ]
}

unmounted_is_bound()
{
	umount "$scratch/mnt" &&
	tool_says 0 "^  driver_before  *virtio-pci" bind "$MBE_DISK" &&
	driver_is "$MBE_DISK" "$MODULE" && [ ! -e "/sys/block/$disk" ]
}

disk_comes_back()
{
	tool_says 0 "^  driver  *virtio-pci" unbind "$MBE_DISK" &&
	driver_is "$MBE_DISK" virtio-pci &&
	mount -t ext4 "/dev/$disk" "$scratch/mnt" &&
	[ "$(cat "$scratch/mnt/file")" = content ] && umount "$scratch/mnt"
}

# The tool is gone, and its record is all that is left: as after a crash.
all_come_back()
{
	tool_says 0 . bind "$MBE_DISK" &&
	tool_says 0 "^$MBE_DISK" unbind &&
	driver_is "$MBE_DISK" virtio-pci &&
	tool_says 0 "nothing is bound" unbind
}

test_disk()
{
	if [ -z "${MBE_DISK:-}" ]; then
		skip "a disk that is mounted" "no MBE_DISK names one that is ours"
		return
	fi
	check "a disk can be mounted" mount_disk
	check "a mounted disk is refused, and stays" mounted_is_refused
	check "an unmounted one is bound" unmounted_is_bound
	check "its driver and its content come back" disk_comes_back
	check "unbind alone gives back what was taken" all_come_back
}

require_module
[ -x "$TOOL" ] || skip_all "no dma_map_benchmark here: it needs json-c and inih"
[ -n "${MBE_DEVICE:-}${MBE_DISK:-}" ] ||
	skip_all "neither MBE_DEVICE nor MBE_DISK names a device that is ours"
test_disk
test_device
finish
