import { useEffect, useState } from 'react';

interface Props {
  readonly text: string;
  readonly label: string;
}

const thanksMs = 2_000;

export function CopyButton({ text, label }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), thanksMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async (): Promise<void> => {
    try {
      // Absent on plain http from another machine: browsers give the clipboard to secure contexts only.
      await navigator.clipboard.writeText(text);
      setOutcome('Copied');
    } catch {
      setOutcome('Not allowed here: select it and copy');
    }
  };
  return (
    <button type="button" className="quiet" onClick={() => void copy()}>
      <span aria-live="polite">{outcome ?? label}</span>
    </button>
  );
}
