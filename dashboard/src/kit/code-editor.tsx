import './tokens.css';
import { Input } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import classes from './code-editor.module.css';
import { highlight, type Language } from './highlight';

interface CodeEditorProps {
  readonly label: string;
  readonly hint?: string;
  readonly language?: Language;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: ReactNode;
}

/**
 * Source with numbered lines and colors. It is a field of the browser: undo, search, spelling and screen readers work
 * as everywhere, and Tab leaves it.
 */
export function CodeEditor({ label, hint, language, value, onChange, error }: CodeEditorProps) {
  const id = useId();
  const tokens = useMemo(() => highlight(language, value), [language, value]);
  const numbers = useMemo(() => numbersOf(value), [value]);
  return (
    <Input.Wrapper id={id} label={label} description={hint} error={error}>
      <div className={classes['editor']} data-error={error !== undefined && error !== null && error !== false}>
        <pre className={classes['numbers']} aria-hidden>
          {numbers}
        </pre>
        <div className={classes['source']}>
          {/* It says how large the field is, and colors what stands in it. */}
          <pre className={classes['colors']} aria-hidden>
            {tokens.map(([kind, part], place) =>
              kind === null ? (
                part
              ) : (
                <span key={place} data-token={kind}>
                  {part}
                </span>
              ),
            )}
            {'\n'}
          </pre>
          <textarea
            id={id}
            className={classes['field']}
            value={value}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            wrap="off"
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </div>
      </div>
    </Input.Wrapper>
  );
}

/** The numbers of its lines, one a line. */
function numbersOf(text: string): string {
  return Array.from({ length: text.split('\n').length }, (_, line) => line + 1).join('\n');
}
