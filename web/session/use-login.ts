import { type FormEvent, useRef, useState } from 'react';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { sessionText } from '#contract/session-text.ts';
import { loginFault } from './login-fault.ts';
import { logIn } from './session.api.ts';

export type SignedIn = ResponseOf<typeof routes.login>;
export type LoginField = 'email' | 'password';
/** Each failure is an object of its own, so that the same text is announced anew. */
export type LoginFailure = { text: string; count: number; missing: LoginField | undefined };

const fields: LoginField[] = ['email', 'password'];

export function useLogin(onSignedIn: (answer: SignedIn) => void) {
  const [failure, setFailure] = useState<LoginFailure>();
  const [fieldsInError, setFieldsInError] = useState<LoginField[]>([]);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  /** The message before stays until the next answer, so that nothing jumps in between. */
  const showFailure = (text: string, missing: LoginField[]) => {
    setFailure((was) => ({ text, count: (was?.count ?? 0) + 1, missing: missing[0] }));
    setFieldsInError(missing);
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    const entered = read(event.currentTarget);
    const missing = fields.filter((name) => !entered[name]);
    if (missing.length > 0) return showFailure(sessionText.missing, missing);
    sending.current = true;
    setBusy(true);
    try {
      onSignedIn(await logIn(entered.email, entered.password));
    } catch (error) {
      showFailure(loginFault(error), []);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  const clearFieldError = (name: LoginField) =>
    setFieldsInError((was) => (was.includes(name) ? was.filter((one) => one !== name) : was));
  return { failure, fieldsInError, busy, submit, clearFieldError };
}

/** From the form itself: a password manager may fill it without telling anyone. */
function read(form: HTMLFormElement): Record<LoginField, string> {
  const data = new FormData(form);
  return {
    email: String(data.get('email') ?? '').trim(),
    password: String(data.get('password') ?? ''),
  };
}
