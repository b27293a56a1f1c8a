// Asks for one path at a rate, over kept connections and for ever other networks, whatever the answers. A process of its own.
import { createConnection } from 'node:net';

process.once('message', ({ host, port, name, paths, perSecond, connections, seconds }) => {
  const sockets = [];
  let answered = 0;
  let asked = 0;
  let notSent = 0;
  for (let at = 0; at < connections; at += 1) {
    const socket = createConnection({ host, port, noDelay: true });
    // Heads alone are counted: none of these answers has a body that could look like one.
    socket.on('data', (chunk) => {
      for (let from = chunk.indexOf('HTTP/1.1 '); from !== -1; from = chunk.indexOf('HTTP/1.1 ', from + 9))
        answered += 1;
    });
    socket.on('error', () => undefined);
    sockets.push(socket);
  }
  const request = () => {
    const number = asked++;
    const network = `203.${number % 200}.${Math.floor(number / 200) % 250}.1`;
    return `GET ${paths[number % paths.length]} HTTP/1.1\r\nhost: ${name}\r\nuser-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nx-forwarded-for: ${network}\r\n\r\n`;
  };
  const started = performance.now();
  const timer = setInterval(() => {
    const elapsed = performance.now() - started;
    if (elapsed > seconds * 1_000) {
      clearInterval(timer);
      setTimeout(() => {
        process.send({ asked, answered, notSent });
        process.disconnect();
      }, 1_000);
      return;
    }
    const due = Math.floor((elapsed / 1_000) * perSecond) - asked - notSent;
    for (let at = 0; at < due; at += 1) {
      const socket = sockets[(asked + notSent) % sockets.length];
      // What the server does not read in time is offered and not taken.
      if (socket.writableLength > 64 * 1024 || socket.destroyed) notSent += 1;
      else socket.write(request());
    }
  }, 5);
});
process.send('ready');
