// In a layer, so that the styles of whoever uses it win, whichever file comes first.
import '@mantine/dropzone/styles.layer.css';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import { acceptedExtensions, acceptedTypes } from './accepted-files.ts';

/** What the file dialog offers first; what is really taken is decided when a file is chosen. */
const dialog = {
  accept: [...acceptedExtensions, ...acceptedTypes].join(','),
  multiple: false,
  style: { display: 'none' },
} as const;

/** Somewhere to drop files. The keyboard has a button inside, which `openRef` is for. */
export function FileDrop({
  onFiles,
  ...others
}: Omit<DropzoneProps, 'onDrop'> & { onFiles: (files: File[]) => void }) {
  return (
    <Dropzone
      {...others}
      onDrop={() => {}}
      // All files come through here, also those that are ignored or refused.
      onDropAny={(files, refused) => onFiles([...files, ...refused.map(({ file }) => file)])}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={dialog}
    />
  );
}
