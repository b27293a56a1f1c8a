import { Shape, type Tone } from '../../ui/status';

/** A status code with the shape and colour of its class. */
export function HttpStatus({ of: status }: { readonly of: number }) {
  const tone = toneOf(status);
  return (
    <span className={`status ${tone}`}>
      <Shape tone={tone} />
      {status}
    </span>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status < 300 ? 'good' : 'calm';
}
