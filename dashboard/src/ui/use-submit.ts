import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ApiProblem } from '../api/problem';

interface Submit<Values, Result> {
  readonly form: UseFormReturnType<Values>;
  readonly send: (values: Values) => Promise<Result>;
  readonly onDone: (result: Result, values: Values) => void | Promise<void>;
  /** The form is for visitors who are not signed in: 401 means that what was typed is wrong. */
  readonly isVisitor?: boolean;
  /** What is said for 401, in place of the server's words. */
  readonly refused?: string;
}

/** Sends a form. What the server says of a field stands at the field, anything else in `problem`. */
export function useSubmit<Values extends object, Result>(submit: Submit<Values, Result>) {
  const { form, send, onDone, isVisitor = false, refused } = submit;
  const mutation = useMutation({
    mutationFn: send,
    meta: { visitor: isVisitor },
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiProblem && isFieldOf(form, error)) form.setFieldError(error.field ?? '', error.message);
    },
  });
  const { error } = mutation;
  const isShownAtField = error instanceof ApiProblem && isFieldOf(form, error);
  const isRefused = error instanceof ApiProblem && error.kind === 'signed-out' && refused !== undefined;
  return {
    onSubmit: form.onSubmit((values) => mutation.mutate(values)),
    isPending: mutation.isPending,
    problem: error === null || isShownAtField ? null : isRefused ? new Error(refused) : error,
  };
}

function isFieldOf<Values extends object>(form: UseFormReturnType<Values>, { field }: ApiProblem): boolean {
  return field !== null && field in form.getValues();
}
