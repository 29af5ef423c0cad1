#!/bin/busybox sh
# The machine's init: loads its modules, mounts a writable overlay over this computer's files, and runs the command.
box=/bin/busybox
$box mount -t proc proc /proc
$box mount -t sysfs sys /sys
$box mount -t devtmpfs dev /dev
for module in /modules/*; do
  case $module in
    # One port for each device plugged in at the same time.
    *dummy_hcd.ko) $box insmod "$module" num=3 ;;
    *) $box insmod "$module" ;;
  esac
done
$box mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=512000,cache=loose host /host
$box mount -t tmpfs writable /writable
$box mkdir /writable/upper /writable/work
$box mount -t overlay -o lowerdir=/host,upperdir=/writable/upper,workdir=/writable/work root /root
for folder in proc sys dev; do $box mount --move /$folder /root/$folder; done
$box mount -t tmpfs tmp /root/tmp
$box mount -t tmpfs run /root/run
$box mount -t configfs config /root/sys/kernel/config
$box ip link set lo up
$box chroot /root /bin/sh -c "$($box cat /command)"
echo "machine ended with $?"
$box poweroff -f
