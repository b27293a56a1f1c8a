#!/bin/sh
# Node.js 20.20.2: an HTTP server that listens to the "data" event of a request's socket once it has answered, for example to count
# what the client still sends, answers no further request of this connection where the body comes right behind the head: five of five
# keep-alive clients get one answer instead of two. Succeeds while that is so. Needs Node.js 20.20.2 and nothing else.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
[ "$(node --version)" = v20.20.2 ] || echo "written for v20.20.2, this is $(node --version)" >&2

cat >two-requests.mjs <<'PROGRAM'
import { createServer } from 'node:http';
import { connect } from 'node:net';

const answersWith = (listens) =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      if (listens) response.on('finish', () => request.socket.on('data', () => undefined));
      response.end('answer');
    });
    server.listen(0, '127.0.0.1', () => {
      const socket = connect(server.address().port, '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nhost: example.com\r\ncontent-length: 20000\r\n\r\n');
      socket.write('a'.repeat(20_000));
      let text = '';
      const done = () => {
        clearTimeout(timer);
        socket.destroy();
        server.close(() => resolve(text.split('HTTP/1.1 200').length - 1));
        server.closeAllConnections();
      };
      const timer = setTimeout(done, 1_000);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        if (text === '') socket.write('GET / HTTP/1.1\r\nhost: example.com\r\n\r\n');
        text += chunk;
        if (text.split('HTTP/1.1 200').length > 2) done();
      });
    });
  });

for (const listens of [false, true]) {
  const answers = [];
  for (let times = 0; times < 5; times += 1) answers.push(await answersWith(listens));
  console.log(`${listens ? 'with' : 'without'} a listener: ${answers.join(' ')} answers to two requests`);
}
PROGRAM

node two-requests.mjs | tee said
grep -qx 'without a listener: 2 2 2 2 2 answers to two requests' said
grep -qx 'with a listener: 1 1 1 1 1 answers to two requests' said
