import { CloseButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { isNotFound } from '#web/lib/api-error.ts';
import classes from './ImportFilter.module.css';
import { fromImportText, importMessages } from './import-text.ts';
import { useImport } from './imports.api.ts';

/** Says that only the leads of one upload are listed, and of which; the cross lists all again. */
export function ImportFilter({ id, onClear }: { id: string; onClear: () => void }) {
  const { data, error } = useImport(id);
  const isUnknown = isNotFound(error);
  const text = data
    ? fromImportText(data.import)
    : isUnknown
      ? importMessages.unknownUpload
      : importMessages.fromUpload;
  return (
    <div className={classes.filter}>
      <div className={classes.chip}>
        <IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" className={classes.icon} />
        <output className={classes.text} title={text} dir="auto">
          {text}
        </output>
        <CloseButton size={24} aria-label="Show leads of every upload" onClick={onClear} />
      </div>
    </div>
  );
}
