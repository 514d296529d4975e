import { type FocusEvent, type MouseEvent, useRef } from 'react';

/** Fields whose text is marked when they get the focus, by key or by click, so that typing replaces it. */
export function useSelectOnEntry() {
  const isEntered = useRef(false);
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
      isEntered.current = document.activeElement !== event.currentTarget;
    },
    // Browsers put the caret where the click was, after the field has got the focus; whoever has
    // marked a part of the text keeps that.
    onMouseUp: ({ currentTarget: field }: MouseEvent<HTMLInputElement>) => {
      if (isEntered.current && field.selectionStart === field.selectionEnd) field.select();
      isEntered.current = false;
    },
  };
}
