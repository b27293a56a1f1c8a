/** Those of the connection, of the message and of its signature: a customer's own take no place of theirs. */
const reserved =
  /^(host|connection|keep-alive|content-length|content-type|content-encoding|transfer-encoding|upgrade|expect|te|trailer|user-agent|proxy-.*|(svix|webhook)-(id|timestamp|signature|test))$/i;

export function isReservedHeader(name: string): boolean {
  return reserved.test(name);
}
