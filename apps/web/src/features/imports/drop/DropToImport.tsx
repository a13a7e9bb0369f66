import { IconFileImport } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { useSession } from '../../session/index.ts';
import { ImportHost } from '../ImportHost.tsx';
import classes from '../imports.module.css';
import { openedImport, openImport } from '../openedImport.ts';
import { readDropped } from './readDropped.ts';

/** Opens an import for files that are dropped anywhere on the page, and shows its dialog. Only for those who may add objects. */
export function DropToImport() {
  const { may } = useSession();
  return may('addObject') ? <DropTarget /> : null;
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

function DropTarget() {
  const { t } = useTexts();
  const isOpen = useStore(openedImport, (opened) => opened !== null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // A dialog has targets of its own: attached files, for example.
    const isOurs = (event: DragEvent) =>
      hasFiles(event) && document.querySelector('[role="dialog"]') === null;
    const enter = (event: DragEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Events come for every element; without a related one the pointer has left the page.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!isOurs(event) || event.dataTransfer === null) return;
      event.preventDefault();
      void readDropped(event.dataTransfer).then((files) => {
        if (files.length > 0) openImport({ kind: 'files', files });
      });
    };
    const handlers = [
      ['dragenter', enter],
      ['dragover', enter],
      ['dragleave', leave],
      ['drop', drop],
    ] as const;
    for (const [name, handler] of handlers) window.addEventListener(name, handler);
    return () => {
      for (const [name, handler] of handlers) window.removeEventListener(name, handler);
    };
  }, []);
  return (
    <>
      {isOver && !isOpen && (
        <div className={classes.drop}>
          <div className={classes.dropCard}>
            <IconFileImport size={40} aria-hidden="true" />
            <h2>{t('IMPORT.DROP')}</h2>
            <p>{t('IMPORT.DROP_TEXT')}</p>
            <p>{t('IMPORT.NOTHING_SAVED')}</p>
          </div>
        </div>
      )}
      <ImportHost />
    </>
  );
}
