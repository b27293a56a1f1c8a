// Sends mail over SMTP sessions as fast as it is taken. Runs as a process of its own and talks to its parent.
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

const endOfReply = /^\d{3} .*\r\n/m;

/** One command after the other over a socket; a reply is awaited whole. Rejects when the connection ends. */
function conversation(socket) {
  let pending = '';
  let waiting;
  const feed = () => {
    const end = endOfReply.exec(pending);
    if (end === null || waiting === undefined) return;
    const reply = pending.slice(0, end.index + end[0].length);
    pending = pending.slice(reply.length);
    const { resolve } = waiting;
    waiting = undefined;
    resolve(reply);
  };
  const end = (error) => waiting?.reject(error ?? new Error('the server closed the connection'));
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    pending += text;
    feed();
  });
  socket.on('error', end);
  socket.on('close', () => end());
  const reply = () =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      feed();
    });
  return {
    socket,
    write: (bytes) => socket.write(bytes),
    async expect(code) {
      const text = await reply();
      if (!text.startsWith(code)) throw new Error(`wanted ${code}: ${text.trim().slice(0, 200)}`);
      return text;
    },
    async say(line, code) {
      socket.write(`${line}\r\n`);
      return this.expect(code);
    },
  };
}

/** A session that is ready for MAIL: STARTTLS and AUTH where the order wants them. */
async function open({ host, port, tls, user, pass }) {
  const socket = connect({ host, port, noDelay: true });
  let session = conversation(socket);
  await session.expect('220');
  await session.say('EHLO load.example.com', '250');
  if (tls) {
    await session.say('STARTTLS', '220');
    for (const event of ['data', 'error', 'close']) socket.removeAllListeners(event);
    const secure = connectTls({ socket, rejectUnauthorized: false, servername: 'localhost' });
    session = conversation(secure);
    await session.say('EHLO load.example.com', '250');
  }
  if (user) await session.say(`AUTH PLAIN ${Buffer.from(`\0${user}\0${pass}`).toString('base64')}`, '235');
  return session;
}

/** `size` octets in all, with a Message-ID that says which one it is. */
function message(number, sender, size) {
  const head = [
    `From: Orders <orders@${sender}>`,
    `To: <person${number}@r${number % 40}.example.com>`,
    `Subject: Your order ${number}`,
    `Message-ID: <${number}@${sender}>`,
    `Date: Mon, 05 Jan 2026 10:00:00 +0000`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    '',
  ].join('\r\n');
  const line = `Order ${number} has been packed and leaves today, as every day of this week.\r\n`;
  return head + line.repeat(Math.ceil((size - head.length) / line.length)).slice(0, size - head.length - 2) + '\r\n';
}

/** `to`: the domain of all recipients, otherwise one of forty. */
async function send(session, { number, sender, size, to = `r${number % 40}.example.com` }) {
  session.write(`MAIL FROM:<orders@${sender}>\r\nRCPT TO:<person${number}@${to}>\r\nDATA\r\n`);
  await session.expect('250');
  await session.expect('250');
  await session.expect('354');
  session.write(`${message(number, sender, size)}.\r\n`);
  await session.expect('250');
}

/** `kept`: one connection for all that a session sends; otherwise one for each mail. */
async function work(order, next, latencies) {
  let session;
  for (let number = next(); number !== undefined; number = next()) {
    const started = performance.now();
    session ??= await open(order);
    await send(session, { ...order, number });
    latencies.push(performance.now() - started);
    if (order.kept) continue;
    session.socket.end('QUIT\r\n');
    session = undefined;
  }
  session?.socket.end('QUIT\r\n');
}

process.on('message', async (order) => {
  let at = order.first;
  const next = () => (at < order.first + order.count ? at++ : undefined);
  const latencies = [];
  const failures = [];
  const started = Date.now();
  await Promise.all(
    Array.from({ length: order.sessions }, () =>
      work(order, next, latencies).catch((error) => failures.push(error.message)),
    ),
  );
  const elapsedMs = Date.now() - started;
  process.send({ started, elapsedMs, failures, latencies: latencies.sort((a, b) => a - b) });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
