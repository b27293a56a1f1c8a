let isQuiet = false;

/** What Node says of TLS to an IP address; the address is the operator's choice, and nothing follows from it. */
const ipAsServerName = 'DEP0123';

/** From now on this warning of an engine's client is dropped. Every other one stays. */
export function keepIpNamesQuiet(): void {
  if (isQuiet) return;
  isQuiet = true;
  const emit = process.emitWarning.bind(process) as (...given: readonly unknown[]) => void;
  const quieter = (...given: readonly unknown[]): void => {
    const [, options] = given;
    const code = typeof options === 'object' && options !== null && 'code' in options ? options.code : given[2];
    if (code !== ipAsServerName) emit(...given);
  };
  process.emitWarning = quieter;
}
