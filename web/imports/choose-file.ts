import { importText } from '#contract/import-text.ts';
import { isLeftByDesktop } from '#contract/imports.ts';
import { maxUploadBytes } from '#contract/limits.ts';
import { acceptedExtensions, acceptedTypes } from './accepted-files.ts';

type FileFacts = Pick<File, 'name' | 'type' | 'size'>;
export type Choice<F> = { kind: 'nothing' } | { kind: 'fault'; fault: string } | ChosenFile<F>;
type ChosenFile<F> = { kind: 'file'; file: F };

/** What to make of the files that were dropped or picked. */
export function chooseFile<F extends FileFacts>(files: readonly F[]): Choice<F> {
  const [file, ...others] = files.filter(({ name }) => !isLeftByDesktop(name));
  if (!file) return { kind: 'nothing' };
  const fault = others.length > 0 ? importText.oneFile : faultOf(file);
  return fault ? { kind: 'fault', fault } : { kind: 'file', file };
}

function faultOf(file: FileFacts): string | undefined {
  if (!isAccepted(file)) return importText.invalidFile;
  if (file.size > maxUploadBytes) return importText.tooLarge;
  if (file.size === 0) return importText.empty;
  return undefined;
}

function isAccepted({ name, type }: FileFacts): boolean {
  const lowerName = name.toLowerCase();
  return (
    acceptedExtensions.some((extension) => lowerName.endsWith(extension)) ||
    acceptedTypes.some((accepted) => accepted === type.toLowerCase())
  );
}

/** Never 0 KB for a file that holds something. */
export function kilobytes(bytes: number): string {
  const size = Math.max(0.1, bytes / 1024);
  return `${size.toLocaleString('en-US', { maximumFractionDigits: 1 })} KB`;
}
