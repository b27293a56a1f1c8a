import classes from './http-method.module.css';

/** A method of HTTP in the colour of what it does: reads, adds, changes, removes. */
export function HttpMethod({ of: method }: { readonly of: string }) {
  return (
    <span className={classes['method']} data-method={method}>
      {method}
    </span>
  );
}
