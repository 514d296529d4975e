import { type ComponentType, createElement, lazy, useState } from 'react';

type Part<Props> = ComponentType<Props> & {
  /** Fetches its code, so that it is here before it is drawn. */
  load: () => Promise<unknown>;
};

/**
 * A part of a screen whose code comes by itself. Code that is here already is drawn at once: `lazy`
 * alone waits for its promise even then, and what has shown its fallback React holds back for 300 ms.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadPart = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Awaited = lazy(loadPart) as ComponentType<Props>;
  // Chosen once: another kind of component in its place would begin anew.
  const Drawn = (props: Props) => createElement(useState(() => loaded ?? Awaited)[0], props);
  return Object.assign(Drawn, { load: loadPart });
}
