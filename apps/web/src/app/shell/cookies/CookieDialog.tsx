import { Button, Group, Table, Text } from '@mantine/core';
import { useTexts } from '../../../i18n/index.ts';
import { DialogFrame } from '../../../ui/DialogFrame.tsx';

interface CookieDialogProps {
  readonly onClose: () => void;
}

const storedItems = [
  ['currentUser', 'COOKIES.CURRENT_USER'],
  ['lastMapView', 'COOKIES.LAST_MAP_VIEW'],
  ['selectedBaseLayers', 'COOKIES.SELECTED_BASE_LAYERS'],
  ['selectedLayers', 'COOKIES.SELECTED_LAYERS'],
  ['pgis-drafts', 'COOKIES.DRAFTS'],
  ['pgis_prefs', 'COOKIES.PREFERENCES'],
  ['pgis_visitor', 'COOKIES.VISITOR'],
] as const;

/** Lists everything that the product stores on the device. */
export default function CookieDialog({ onClose }: CookieDialogProps) {
  const { t } = useTexts();
  return (
    <DialogFrame onClose={onClose} title={t('COOKIES.TITLE')} size="lg">
      <Text mb="md" c="var(--text-2)">
        {t('COOKIES.INTRO')}
      </Text>
      <Table verticalSpacing={6} highlightOnHover={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('COOKIES.NAME')}</Table.Th>
            <Table.Th>{t('COOKIES.PURPOSE')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {storedItems.map(([name, purpose]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{t(purpose)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('COMMON.CLOSE')}
        </Button>
      </Group>
    </DialogFrame>
  );
}
