import { readFileSync } from 'node:fs';

/** Postfix's master.cf: the distribution's services, none of them in a chroot, and one listener for SMTP. */
export function masterCf({ host, port }) {
  const services = readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('smtp      inet'))
    .map((line) => line.replace(/^(\S+\s+\S+\s+\S+\s+\S+\s+)y(\s)/, '$1n$2'));
  return [`${host}:${port} inet n - n - - smtpd`, ...services, ''].join('\n');
}
