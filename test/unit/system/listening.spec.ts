import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { isOwnAddress, PortNotTaken, requireFree } from '../../../src/infrastructure/system/listening.js';

const failed = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

describe('a place that cannot be listened on', () => {
  it.each([
    ['EADDRINUSE', 'PORT', 'Port 80 (PORT) is in use by another process. Stop it or set PORT.'],
    [
      'EADDRINUSE',
      'SMTP_587_PORT',
      'Port 80 (SMTP_587_PORT) is in use by another process. Stop it or set SMTP_587_PORT to another port or to off.',
    ],
    [
      'EACCES',
      'PORT',
      'Port 80 (PORT) needs a privilege that this process does not have. Set PORT to a port from 1024 up, or give the process CAP_NET_BIND_SERVICE.',
    ],
    [
      'EADDRNOTAVAIL',
      'PORT',
      '192.0.2.1 (HOST) is not an address of this machine. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
    ],
    [
      'ENOTFOUND',
      'PORT',
      '192.0.2.1 (HOST) is a name that has no address here. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
    ],
    [
      'EAFNOSUPPORT',
      'PORT',
      '192.0.2.1 (HOST) is an IPv6 address, and this machine has no IPv6. Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.',
    ],
    ['EMFILE', 'PORT', 'Port 80 (PORT) on 192.0.2.1 (HOST) cannot be listened on (EMFILE). Set PORT or HOST.'],
  ])('%s of %s is one sentence with the setting and what to do', (code, setting, message) => {
    expect(new PortNotTaken({ setting, port: 80, host: '192.0.2.1', hostSetting: 'HOST' }, failed(code)).message).toBe(
      message,
    );
  });

  it('is found before it is needed, and a free one stays free', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    // A server that listens on TCP has an address of this kind.
    const { port } = taken.address() as AddressInfo;
    const place = { setting: 'PORT', port, host: '127.0.0.1', hostSetting: 'HOST' } as const;
    const holder = process.platform === 'linux' ? `process ${process.pid} (` : 'another process';
    await expect(requireFree(place)).rejects.toThrow(`Port ${port} (PORT) is in use by ${holder}`);
    taken.close();
    await once(taken, 'close');
    await requireFree(place);
    await requireFree(place);
  });

  it.each([
    ['127.0.0.1', true],
    ['192.0.2.1', false],
  ])('%s is an address of this machine: %s', async (address, own) => {
    expect(await isOwnAddress(address)).toBe(own);
  });
});
