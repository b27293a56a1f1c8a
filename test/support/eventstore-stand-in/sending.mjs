// @ts-check
/**
 * When the call takes more messages, or none ever again.
 * @param {import('node:stream').Writable} call
 * @returns {Promise<void>}
 */
export function roomIn(call) {
  // A stream of appends has as many writers as appends are under way.
  call.setMaxListeners(0);
  return new Promise((resolve) => {
    const end = () => {
      call.off('drain', end);
      call.off('cancelled', end);
      resolve();
    };
    call.on('drain', end);
    call.on('cancelled', end);
  });
}
