#!/bin/sh
# Boots the system in the folder $1 in namespaces of its own: its systemd is process 1, its network a loopback alone.
# To be run by: unshare --mount --pid --net --uts --ipc --cgroup --fork --propagation private
set -eu
root=$1
mount --bind "$root" "$root"
mount --make-rshared "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ip link set lo up
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" /sbin/init systemd.unit=multi-user.target
