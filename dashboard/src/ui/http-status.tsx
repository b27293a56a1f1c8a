import { messages } from '../messages';
import { Status, type Tone } from './status';

/** A status of HTTP by its number, with the shape and colour of its class; 0: no answer came. */
export function HttpStatus({ of: status }: { readonly of: number }) {
  return <Status tone={toneOf(status)} word={status === 0 ? messages.words.noAnswer : String(status)} />;
}

function toneOf(status: number): Tone {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status < 300 ? 'good' : 'calm';
}
