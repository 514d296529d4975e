import { useForm } from '@mantine/form';
import { type SyntheticEvent, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldMessages } from '#contract/fields.ts';
import { serverFields, serverText } from './api-error.ts';
import { toast } from './toasts.ts';
import { useKeepFocus } from './use-keep-focus.ts';
import { useUnsaved, useUnsavedGuard } from './use-unsaved-warning.ts';

type FormOptions<Values> = {
  schema: z.ZodType;
  initial: Values;
  /**
   * What to do with valid input; what it throws becomes a toast and field errors. `answer` goes with
   * the toast of what went well, so that it replaces the last answer of this form.
   */
  send: (values: Values, answer: { about: string }) => Promise<void>;
  /** What the toast of a failure says where the specification has a text for it. */
  failure?: (error: unknown) => string;
  /** What its toasts are about, where a form that is opened again has to know those of the last one. */
  about?: string;
  /** Takes in what a failure says: whether the form itself then tells it, so that no toast has to. */
  takeIn?: (error: unknown) => boolean;
  /** Which field a refusal is about, where the server's answer does not say so itself. */
  fieldsOf?: (error: unknown) => Record<string, string>;
};

/**
 * A form on a schema of the contract: errors show on submit, each clears when its field is edited,
 * nothing is sent while one is left or while a submission is under way (spec §5).
 */
export function useContractForm<Values extends Record<string, string>>(
  options: FormOptions<Values>,
) {
  const part = useContractFormPart(options);
  /** For the dialog that asks before unsaved input is lost. */
  return { ...part, blocker: useUnsavedGuard([part]) };
}

/** The same without a guard of its own: for one of several forms on a screen, or in a dialog. */
export function useContractFormPart<Values extends Record<string, string>>(
  options: FormOptions<Values>,
) {
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const id = useId();
  const answer = { about: options.about ?? `form ${id}` };
  useKeepFocus(busy);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initial,
    clearInputErrorOnChange: true,
    validate: (values) => {
      const result = options.schema.safeParse(values);
      return result.success ? {} : fieldMessages(result.error);
    },
  });
  const { allowLeaving, isUnsaved } = useUnsaved(form.isDirty());

  async function submit(values: Values, event?: SyntheticEvent) {
    if (sending.current) return;
    const element = event?.currentTarget;
    sending.current = true;
    setBusy(true);
    try {
      allowLeaving.current = true;
      await options.send(values, answer);
    } catch (error) {
      allowLeaving.current = false;
      const fields = { ...options.fieldsOf?.(error), ...serverFields(error) };
      form.setErrors(fields);
      if (Object.keys(fields).length > 0) focusFirstError(element);
      if (options.takeIn?.(error)) return;
      toast.error(options.failure?.(error) ?? serverText(error) ?? 'An error occurred', answer);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return {
    form,
    busy,
    isUnsaved,
    onSubmit: form.onSubmit(submit, (_errors, _values, event) =>
      focusFirstError(event?.currentTarget),
    ),
  };
}

/** In the form that was submitted: a screen may hold another one with errors of its own. */
function focusFirstError(form: EventTarget | undefined): void {
  const within = form instanceof Element ? form : document;
  requestAnimationFrame(() => {
    within.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}
