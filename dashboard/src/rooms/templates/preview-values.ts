import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import { call } from '../../api/client';
import { useSession } from '../../api/session';
import { contactFieldNames, mergeTagOf } from '../../messages/contact-fields';
import { useRemembered } from '../../kit/remembered';
import { declaredOf, type TemplateValues, textsOf, type TypedVariable, valueIn } from './template-values';

/** What was typed for variables, by name. */
export type TypedValues = Readonly<Record<string, string>>;

const mostKept = 100;

/** What this browser keeps of a template to preview and test it with. */
export const useKeptValues = (templateId: string) =>
  useRemembered<TypedValues>({ name: `values of template ${templateId}`, isOfTeam: true, read: typedIn });

function typedIn(kept: unknown): TypedValues {
  if (typeof kept !== 'object' || kept === null) return {};
  const texts = Object.entries(kept).filter((each): each is [string, string] => typeof each[1] === 'string');
  return Object.fromEntries(texts.slice(0, mostKept));
}

/** Names that the server fills in. */
const ofServer = new Set(['EMAIL', ...contactFieldNames.map(mergeTagOf), 'UNSUBSCRIBE_URL', 'RESEND_UNSUBSCRIBE_URL']);
export const isOfServer = (name: string): boolean => ofServer.has(name);

/**
 * As the API takes them: by the type that is declared. What is of another type is sent as it is typed, and the server
 * says so.
 */
export function givenValues(typed: TypedValues, variables: readonly TypedVariable[]): Record<string, unknown> {
  const given = Object.entries(typed).flatMap(([name, text]) => {
    if (text === '') return [];
    const type = variables.find(({ key }) => key === name)?.type ?? 'string';
    return [[name, valueIn(type, text) ?? text] as const];
  });
  return Object.fromEntries(given.slice(0, mostKept));
}

/** Those that can be declared as they are typed; the others stay unknown to the preview. */
function soundVariables(variables: readonly TypedVariable[]) {
  const seen = new Set<string>();
  return variables.flatMap((variable) => {
    const key = variable.key.trim();
    const isSound = /^\w{1,50}$/.test(key) && !isOfServer(key) && key !== 'contact' && key !== 'this' && !seen.has(key);
    if (!isSound) return [];
    seen.add(key);
    return [
      valueIn(variable.type, variable.fallback) === undefined
        ? declaredOf({ ...variable, fallback: '' })
        : declaredOf(variable),
    ];
  });
}

const pauseMs = 300;

/** The draft with these values, filled in by the server once the typing pauses. */
export function usePreview(draft: TemplateValues, typed: TypedValues) {
  const { user } = useSession();
  const [{ values, given }] = useDebouncedValue({ values: draft, given: typed }, pauseMs);
  const usual = { EMAIL: user.email, UNSUBSCRIBE_URL: unsubscribeUrl, RESEND_UNSUBSCRIBE_URL: unsubscribeUrl };
  const body = {
    ...textsOf(values),
    subject: values.subject.trim() === '' ? null : values.subject,
    variables: soundVariables(values.variables),
    values: { ...usual, ...givenValues(given, values.variables) },
  };
  return useQuery({
    queryKey: ['POST /dashboard-api/templates/preview', 'once', body],
    queryFn: ({ signal }) => call('POST /dashboard-api/templates/preview', { body, signal }),
    placeholderData: keepPreviousData,
  });
}

const unsubscribeUrl = 'https://example.com/unsubscribe';
