/**
 * What became of an email at a return path.
 *
 * - `recorded`: a recipient bounced or complained, which is in the log.
 * - `noted`: a report that changes nothing: of a delay, a delivery, or what was known.
 * - `no-report`: no program reports of an email with it. It is kept nowhere.
 */
export type TakenReport = 'recorded' | 'noted' | 'no-report';
