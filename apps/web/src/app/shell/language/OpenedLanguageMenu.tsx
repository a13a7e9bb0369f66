import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { languageNames, languages, useTexts } from '../../../i18n/index.ts';
import type { OpenedPopoverProps } from '../../../ui/popovers/index.ts';
import { OpenedMenu } from '../../../ui/popovers/OpenedMenu.tsx';
import { LanguageLink } from './LanguageLink.tsx';

export default function OpenedLanguageMenu({ button }: OpenedPopoverProps) {
  const { language } = useTexts();
  return (
    <OpenedMenu button={button} position="bottom-end">
      {languages.map((one) => (
        <Menu.Item
          key={one}
          renderRoot={(props) => <LanguageLink to={one} {...props} />}
          rightSection={one === language && <IconCheck size={16} />}
        >
          {languageNames[one]}
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
