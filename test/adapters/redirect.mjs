// What docs/move.md says for programs whose address is a constant of their code: node --import ./redirect.mjs
const hosted = 'https://api.resend.com';
const { fetch } = globalThis;
globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith(hosted)
    ? fetch(process.env.RESEND_BASE_URL + input.slice(hosted.length), init)
    : fetch(input, init);
