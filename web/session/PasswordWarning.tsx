/** A sentence on each line, which may begin with a name in any script. */
export function PasswordWarning({ text }: { text: string }) {
  return (
    <span dir="auto" style={{ whiteSpace: 'pre-line' }}>
      {text}
    </span>
  );
}
