import { headers } from '#contract/protocol.ts';

let mark: string | undefined;

/**
 * Where in the order of all changes this page began to ask for its data: whoever follows changes says
 * so, and is told of what came after.
 */
export const changesMark = {
  get current(): string | undefined {
    return mark;
  },
  /** Given with who is signed in, before anything else is asked for. */
  readFrom(response: Response): void {
    mark = response.headers.get(headers.changesSince) ?? mark;
  },
  /** Once it was said: what is told from then on is known. */
  forget(): void {
    mark = undefined;
  },
};
