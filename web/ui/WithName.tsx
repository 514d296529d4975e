/** No name contains it, so that a sentence can be split where its name stands. */
const placeholder = '\uFFFC';

/** A sentence with a name somebody wrote, whose direction does not disturb the words around it. */
export function WithName({ text, name }: { text: (name: string) => string; name: string }) {
  const [before = '', after = ''] = text(placeholder).split(placeholder);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}
