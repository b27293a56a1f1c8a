import { useEffect, useState } from 'react';

const pauseMs = 250;

interface Typed {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** At once, whatever is typed. */
  readonly ask: (text: string) => void;
}

/**
 * What stands in a field whose value is in the address: it is asked for when the typing pauses. The address has it
 * later, and without the spaces around it; what was typed since is kept.
 */
export function useTyped(value: string, onSearch: (text: string) => void): Typed {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  /** Texts that the address does not have yet, the oldest first. */
  const [asked, setAsked] = useState<readonly string[]>([]);
  if (value !== known) {
    const place = asked.findLastIndex((text) => text.trim() === value);
    setKnown(value);
    setAsked(asked.slice(place + 1));
    // Back, a link or "Clear" changed the address under the field, or it reads what was asked as something else.
    if (place === -1 && (asked.length === 0 || asked.at(-1) === typed)) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      if (typed.trim() !== value) setAsked((before) => [...before, typed]);
      onSearch(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  const ask = (text: string): void => {
    setTyped(text);
    if (text.trim() !== value) setAsked([...asked, text]);
    onSearch(text);
  };
  return { typed, setTyped, ask };
}
