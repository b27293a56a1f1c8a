import { type ComponentType, lazy, type ReactElement, Suspense, useMemo, useState } from 'react';

/** A menu or a popover around its target, open from the beginning. */
export interface OpenDropdownProps {
  readonly target: ReactElement<{ readonly onClick?: () => void }>;
}

export interface LazyDropdownProps<Props extends object> {
  readonly load: () => Promise<{ readonly default: ComponentType<OpenDropdownProps & Props> }>;
  /** What the dropdown is given beside its target. */
  readonly of: Props;
  /** The button, which does this when it is clicked; absent: the dropdown listens itself. */
  readonly target: (onClick?: () => void) => OpenDropdownProps['target'];
}

/**
 * A button whose menu or popover, with the library that places it, is loaded when somebody points at it or comes to it.
 */
export function LazyDropdown<Props extends object>({ load, of, target }: LazyDropdownProps<Props>) {
  const [isAsked, setIsAsked] = useState(false);
  const Dropdown = useMemo(() => lazy(load), [load]);
  if (!isAsked) {
    const preload = (): void => void load();
    return (
      <div onPointerEnter={preload} onFocus={preload}>
        {target(() => setIsAsked(true))}
      </div>
    );
  }
  return (
    <Suspense fallback={target()}>
      <Dropdown {...of} target={target()} />
    </Suspense>
  );
}
