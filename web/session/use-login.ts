import { type FormEvent, useRef, useState } from 'react';
import type { User } from '#contract/accounts.ts';
import { sessionText } from '#contract/session-text.ts';
import { loginFault } from './login-fault.ts';
import { passwordWarnings } from './password-warning.shared.ts';
import { logIn } from './session.api.ts';

export type LoginField = 'email' | 'password';
/** Each failure is an object of its own, so that the same text is announced anew. */
export type LoginFailure = { text: string; count: number; missing: LoginField | undefined };

const fields: LoginField[] = ['email', 'password'];

export function useLogin(onSignedIn: (user: User) => void) {
  const [failure, setFailure] = useState<LoginFailure>();
  const [signedIn, setSignedIn] = useState<{ warning: string | undefined }>();
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
      const { user, password_warning } = await logIn(entered.email, entered.password);
      passwordWarnings.keep(user.id, password_warning);
      setSignedIn({ warning: password_warning });
      // Busy to the end: the form stays until the portal takes its place.
      onSignedIn(user);
    } catch (error) {
      showFailure(loginFault(error), []);
      sending.current = false;
      setBusy(false);
    }
  }

  const clearFieldError = (name: LoginField) =>
    setFieldsInError((was) => (was.includes(name) ? was.filter((one) => one !== name) : was));
  return { failure, signedIn, fieldsInError, busy, submit, clearFieldError };
}

/** From the form itself: a password manager may fill it without telling anyone. */
function read(form: HTMLFormElement): Record<LoginField, string> {
  const data = new FormData(form);
  return {
    email: String(data.get('email') ?? '').trim(),
    password: String(data.get('password') ?? ''),
  };
}
