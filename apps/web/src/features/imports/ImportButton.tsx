import { Button, FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { openImport } from './openedImport.ts';

/** Endings that the file dialog of the browser proposes. */
const accepted =
  '.geojson,.json,.ndjson,.geojsonl,.gz,.zip,.shp,.shx,.dbf,.prj,.cpg,.gpkg,.kml,.kmz,.gpx,.dxf,.csv,.tsv,.txt,.xlsx';

/** Opens an import for selected files. */
export function ImportButton() {
  const { t } = useTexts();
  return (
    <FileButton
      multiple
      accept={accepted}
      onChange={(files) => {
        if (files.length > 0) openImport({ kind: 'files', files });
      }}
    >
      {(props) => (
        <Button {...props} variant="default" leftSection={<IconFileImport size={16} />}>
          {t('IMPORT.IMPORT')}
        </Button>
      )}
    </FileButton>
  );
}
