// Preloaded into a command: where it comes to the point that PAUSE_AT names, it says so on stderr and stands still until it is killed.
//   copies <part of a path>   a new file of that path has just been made
//   says <text>               it has just written this to stderr
//   wrote <text>              it has handed a write with this text to its writer thread, and is about to hand over the next one
import { promises, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread, MessagePort } from 'node:worker_threads';

const [, kind, wanted] = /^(\w+) (.+)$/s.exec(process.env.PAUSE_AT);

function pause() {
  writeSync(2, `paused: ${kind} ${wanted}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function pauseWhereItCopies() {
  const { open } = promises;
  promises.open = async (path, flags, mode) => {
    const file = await open(path, flags, mode);
    if (flags === 'wx' && String(path).includes(wanted)) pause();
    return file;
  };
  syncBuiltinESMExports();
}

function pauseWhereItSays() {
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...more) => {
    const done = write(text, ...more);
    if (String(text).includes(wanted)) pause();
    return done;
  };
}

function pauseBehindWrite() {
  const { postMessage } = MessagePort.prototype;
  let wasAsked = false;
  MessagePort.prototype.postMessage = function post(message, ...more) {
    // Its writes are asked for one after the other.
    if (wasAsked && Array.isArray(message)) pause();
    wasAsked ||= Array.isArray(message) && JSON.stringify(message).includes(wanted);
    return postMessage.call(this, message, ...more);
  };
}

if (isMainThread) ({ copies: pauseWhereItCopies, says: pauseWhereItSays, wrote: pauseBehindWrite })[kind]();
